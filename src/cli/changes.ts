import { isRecord } from "../schema/json_schema.ts";

/** A part of a JSON value that is not what it was. */
export interface Change {
  /** Where it is, as in `inputSchema.properties.a`. */
  readonly path: string;
  /** What it was; left out if it was not there. */
  readonly before?: unknown;
  /** What it is; left out if it is gone. */
  readonly after?: unknown;
}

/** The smallest parts of two JSON values that differ. */
export function changesOf(before: unknown, after: unknown, path = ""): Change[] {
  const [a, b] = [membersOf(before), membersOf(after)];
  if (a === undefined || b === undefined) {
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [{
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    }];
  }
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    changesOf(
      Object.hasOwn(a, key) ? a[key] : undefined,
      Object.hasOwn(b, key) ? b[key] : undefined,
      pathTo(path, key),
    )
  );
}

/** Members by name: of an object, or of a list of things with names of their own. */
function membersOf(value: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(value)) return isRecord(value) ? value : undefined;
  const names = new Set(value.map((each) => isRecord(each) ? each.name : undefined));
  const areNames = [...names].every((name) => typeof name === "string");
  return value.length > 0 && areNames && names.size === value.length
    ? Object.fromEntries(value.map((each) => [each.name, each]))
    : undefined;
}

function pathTo(path: string, key: string): string {
  if (!/^[\p{ID_Start}$_@~-][\p{ID_Continue}$-]*$/u.test(key)) {
    return `${path}[${JSON.stringify(key)}]`;
  }
  return path === "" ? key : `${path}.${key}`;
}
