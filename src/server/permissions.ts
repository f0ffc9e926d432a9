import { isRecord } from "../schema/json_schema.ts";
import { didYouMean } from "../schema/nearest.ts";

/** A kind of Deno's permissions. */
export type PermissionKind =
  | "read"
  | "write"
  | "net"
  | "env"
  | "sys"
  | "run"
  | "ffi"
  | "import";

/** The kinds of Deno's permissions. */
export const PERMISSION_KINDS: readonly PermissionKind[] = [
  "read",
  "write",
  "net",
  "env",
  "sys",
  "run",
  "ffi",
  "import",
];

/** What may be touched of one kind: all, nothing, or what a list names as Deno's flags do. */
export type PermissionValue = boolean | readonly (string | URL)[];

/** What a component may touch, by kind; a kind that is left out is not granted. */
export type PermissionRecord = { readonly [Kind in PermissionKind]?: PermissionValue };

/**
 * What a component may touch: nothing, what the server itself may, what a record says, or what a set
 * of that name in the `"permissions"` of deno.json says. Relative paths mean the folder of the project
 * that its module belongs to.
 */
export type Permissions =
  | "none"
  | "inherit"
  | PermissionRecord
  // Keeps the two words above in completions.
  | (string & Record<never, never>);

/** What may be touched of one kind, as flags would say it. */
export interface Grant {
  /** All, or what is listed. */
  readonly allow: true | readonly string[];
  /** What is denied all the same. */
  readonly deny?: true | readonly string[];
  /** What looks as if it were not there. */
  readonly ignore?: true | readonly string[];
}

/** What a sandbox may touch, by kind. */
export type PermissionSet = { readonly [Kind in PermissionKind]?: Grant };

/** What a component declares: a set, or the name of one in deno.json. */
export type DeclaredPermissions = PermissionSet | string;

/**
 * Reads what a component declares, which the types may not have seen.
 *
 * @returns `"inherit"`, or what is declared; an empty set for none
 * @throws {TypeError} for what is no declaration
 */
export function readPermissions(declared: unknown): "inherit" | DeclaredPermissions {
  if (declared === "none") return {};
  if (typeof declared === "string" && declared !== "") return declared;
  if (!isRecord(declared)) {
    throw new TypeError('give "none", "inherit", or a record such as { net: ["example.com"] }');
  }
  const entries = Object.entries(declared).filter(([, value]) =>
    value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  );
  return Object.fromEntries(entries.map(([kind, value]) => [kind, grantOf(kind, value)]));
}

function grantOf(kind: string, value: unknown): Grant {
  if (!(PERMISSION_KINDS as readonly string[]).includes(kind)) {
    throw new TypeError(
      `${kind} is none of ${PERMISSION_KINDS.join(", ")}${didYouMean(kind, PERMISSION_KINDS)}`,
    );
  }
  if (value === true) return { allow: true };
  if (value === "inherit") {
    throw new TypeError(
      `${kind} cannot be inherited by itself: name what it is, or write permissions: "inherit"`,
    );
  }
  if (typeof value === "string" && value !== "") {
    throw new TypeError(`${kind} is a list; write { ${kind}: [${JSON.stringify(value)}] }`);
  }
  if (!Array.isArray(value) || !value.every(isEntry)) {
    throw new TypeError(`${kind} is true, false, or a list of texts that are not empty`);
  }
  return { allow: value.map(String) };
}

function isEntry(entry: unknown): boolean {
  return typeof entry === "string" && entry !== "" || entry instanceof URL;
}
