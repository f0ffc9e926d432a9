import { mayRead } from "../../deno/projects.ts";
import { isRecord } from "../../schema/json_schema.ts";
import { didYouMean } from "../../schema/nearest.ts";
import { fileUrl, foldersAbove, pathOf } from "../../schema/uri/file_url.ts";
import {
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";
import { quoted } from "../../server/shell_word.ts";
import { parseJsonc } from "./jsonc.ts";

const CONFIGS = ["deno.json", "deno.jsonc"];
/** The kinds of which something can be made to look as if it were not there. */
const IGNORING: readonly PermissionKind[] = ["read", "env"];
const FORMS = "true, false, a list of texts, or { allow, deny } of these";

/** A set of a deno.json. */
export interface NamedSet {
  readonly set: PermissionSet;
  /** Path of the folder that relative paths mean, with a slash at its end. */
  readonly folder: string;
}

/**
 * The set of a name in the `"permissions"` of a project's deno.json, or of its workspace.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @throws {TypeError} if there is none, or Deno would refuse it; its message follows the component's name
 */
export async function namedSet(name: string, folder: string): Promise<NamedSet> {
  const known: string[] = [];
  let nearest: string | undefined;
  for (const url of foldersAbove(fileUrl(folder))) {
    const above = pathOf(url);
    // What lies above the project's own may be out of reach, and need not say anything.
    if (nearest !== undefined && !CONFIGS.every((file) => mayRead(above + file))) break;
    const config = await configIn(above, name);
    if (config === undefined || nearest !== undefined && !("workspace" in config.json)) continue;
    nearest ??= config.path;
    const { permissions = {} } = config.json;
    if (!isRecord(permissions)) fail(name, config.path, `"permissions" is no object there`);
    if (Object.hasOwn(permissions, name)) {
      return { set: setOf(permissions[name], name, config.path), folder: above };
    }
    known.push(...Object.keys(permissions));
  }
  if (nearest === undefined) {
    throw new TypeError(
      `declares permissions ${JSON.stringify(name)}, a set of deno.json, but ${folder} has none` +
        didYouMean(name, ["none", "inherit"]),
    );
  }
  throw new TypeError(
    `declares permissions ${JSON.stringify(name)}, which ${nearest} does not have` +
      didYouMean(name, [...known, "none", "inherit"]),
  );
}

async function configIn(
  folder: string,
  name: string,
): Promise<{ path: string; json: Record<string, unknown> } | undefined> {
  for (const path of CONFIGS.map((file) => folder + file)) {
    const text = await textOf(path, name);
    if (text === undefined) continue;
    try {
      const json = parseJsonc(text);
      if (isRecord(json)) return { path, json };
    } catch {
      // Told below.
    }
    fail(name, path, "that file is no JSON with comments");
  }
}

async function textOf(path: string, name: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.IsADirectory) return;
    if (error instanceof Deno.errors.NotCapable) {
      fail(
        name,
        path,
        `this server may not read it; start it with --allow-read=${quoted(path)} as well`,
      );
    }
    fail(name, path, `it cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function setOf(value: unknown, name: string, path: string): PermissionSet {
  const bad = (what: string): never => fail(name, path, what);
  if (!isRecord(value)) return bad("that is no object");
  const { all = null, ...kinds } = value;
  if (all !== null && typeof all !== "boolean") bad("all is true or false");
  for (const kind of Object.keys(kinds)) {
    if (!isKind(kind)) bad(`it knows no ${kind}${didYouMean(kind, PERMISSION_KINDS)}`);
  }
  const grants: { [Kind in PermissionKind]?: Grant } = {};
  for (const kind of PERMISSION_KINDS) {
    const said: Parts = Object.hasOwn(kinds, kind) ? partsOf(kinds[kind], kind, bad) : {};
    grants[kind] = {
      allow: (said.allow ?? all === true) || [],
      ...(said.deny ? { deny: said.deny } : {}),
      ...(said.ignore ? { ignore: said.ignore } : {}),
    };
  }
  return grants;
}

type Value = boolean | readonly string[];

interface Parts {
  readonly allow?: Value;
  readonly deny?: Value;
  readonly ignore?: Value;
}

function partsOf(value: unknown, kind: PermissionKind, bad: (what: string) => never): Parts {
  if (!isRecord(value)) {
    if (!isListed(value)) bad(`${kind} is ${FORMS}`);
    return { allow: value };
  }
  const parts: Record<string, Value> = {};
  const names = ["allow", "deny", ...(IGNORING.includes(kind) ? ["ignore"] : [])];
  for (const [part, entries] of Object.entries(value)) {
    if (!names.includes(part)) bad(`${kind} knows no ${part}${didYouMean(part, names)}`);
    if (entries === null) continue;
    if (!isListed(entries)) bad(`${kind}.${part} is true, false, or a list of texts`);
    parts[part] = entries;
  }
  return parts;
}

function isListed(value: unknown): value is Value {
  return typeof value === "boolean" ||
    Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isKind(kind: string): kind is PermissionKind {
  return (PERMISSION_KINDS as readonly string[]).includes(kind);
}

function fail(name: string, path: string, what: string): never {
  throw new TypeError(`declares permissions ${JSON.stringify(name)} of ${path}, but ${what}`);
}
