import {
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";
import { covers } from "./coverage.ts";
import { quoted } from "../../server/shell_word.ts";
import { given } from "./granted.ts";
import { hostOf } from "./hosts.ts";

/** One thing of a set; without an entry all of its kind. */
interface Item {
  readonly kind: PermissionKind;
  readonly entry?: string;
}

let limit: PermissionSet | undefined;

/** Sets what sandboxes may be granted at most, besides what this process was given; nothing lifts it. */
export function setLimit(most: PermissionSet | undefined): void {
  limit = most;
}

/**
 * Why a sandbox may not have what it wants: each entry has to be covered by what this process was given,
 * and by the limit.
 *
 * @param what The component, such as `Tool "add"`
 * @param permissions As `readySet` gives them
 * @returns one line with what to start the server with; `undefined` if it may
 */
export function refusal(what: string, permissions: PermissionSet): string | undefined {
  const items = PERMISSION_KINDS.flatMap((kind): Item[] => {
    const allow = permissions[kind]?.allow ?? [];
    return allow === true ? [{ kind }] : allow.map((entry) => ({ kind, entry }));
  });
  const lacks = items.filter(({ kind, entry }) => given(kind, entry) === "not");
  if (lacks.length > 0) {
    return `${what} declares ${named(lacks)}, which this server was not given; start it with ` +
      perKind(lacks.map(askable)).map((flag) => `--allow-${flag}`).join(" ");
  }
  const [denied] = items.filter(({ kind, entry }) => given(kind, entry) === "partly");
  if (denied !== undefined) {
    return `${what} declares ${named([denied])}, which this server was denied, or a part of it; ` +
      `start it without ${deniers(denied)}`;
  }
  const over = items.filter(({ kind, entry }) =>
    limit !== undefined && !covers(limit, kind, entry)
  );
  if (over.length === 0) return undefined;
  return `${what} declares ${named(over)}, which --limit does not grant; add ` +
    perKind(over).map((value) => `--limit ${value}`).join(" ");
}

function named(items: readonly Item[]): string {
  return items.map(({ kind, entry }) =>
    entry === undefined ? kind : `${kind} ${JSON.stringify(entry)}`
  ).join(", ");
}

/** Deno cannot be asked about subnets, so that only the whole kind will do. */
function askable({ kind, entry }: Item): Item {
  const isHost = kind === "net" || kind === "import";
  return isHost && entry !== undefined && hostOf(entry)?.type === "subnet"
    ? { kind }
    : { kind, entry };
}

function perKind(items: readonly Item[]): string[] {
  return Map.groupBy(items, ({ kind }) => kind).entries().map(([kind, ofKind]) => {
    const entries = ofKind.map(({ entry }) => entry).filter((entry) => entry !== undefined);
    return entries.length < ofKind.length ? kind : `${kind}=${quoted(entries.join(","))}`;
  }).toArray();
}

function deniers({ kind }: Item): string {
  if (kind === "read" || kind === "env") return `--deny-${kind} and --ignore-${kind}`;
  // Nothing may write to the programs that it lists.
  if (kind === "write") return "--deny-write, and with --allow-run for all programs";
  return `--deny-${kind}`;
}
