import { isRecord, walkSchema } from "./json_schema.ts";
import type { JsonSchema } from "./standard_schema.ts";

const KEY = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/; // RFC 9110, 5.6.2
const TYPES: readonly unknown[] = ["string", "integer", "number", "boolean"];

/**
 * Checks the `x-mcp-header` declarations of an input schema, which clients mirror into headers. A
 * client drops a tool with a wrong one, so it must not be registered.
 *
 * @throws {TypeError} for the first that is wrong, its place first
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers}
 */
export function checkHeaderParams(schema: JsonSchema): void {
  const reachable = new Set<unknown>();
  const reach = (node: unknown) => {
    if (!isRecord(node) || !isRecord(node.properties)) return;
    for (const property of Object.values(node.properties)) {
      reachable.add(property);
      reach(property);
    }
  };
  reach(schema);
  const seen = new Map<string, string>();
  walkSchema(schema, (node, path) => {
    const name = node[KEY];
    if (name === undefined) return;
    const fail = (what: string): never => {
      throw new TypeError(`${path === "" ? "the root" : path}: ${KEY} ${what}`);
    };
    if (!reachable.has(node)) fail("is only for properties, not for parts of lists or unions");
    if (typeof name !== "string" || !TOKEN.test(name)) {
      return fail(`must be a header name, not ${JSON.stringify(name)}`);
    }
    if (!TYPES.includes(node.type)) fail("is only for text, numbers and booleans");
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) fail(`${JSON.stringify(name)} is also that of ${other}`);
    seen.set(name.toLowerCase(), path);
  });
}

/** An argument that clients mirror into a header. */
export interface HeaderParam {
  /** Name of the header, in lower case. */
  readonly header: string;
  /** Where the argument is: its own name, after those of the objects it is in. */
  readonly path: readonly string[];
}

const known = new WeakMap<object, readonly HeaderParam[]>();

/** The arguments that an input schema mirrors into headers; found once for each schema. */
export function headerParams(schema: JsonSchema): readonly HeaderParam[] {
  let params = known.get(schema);
  if (params === undefined) {
    const found: HeaderParam[] = [];
    const reach = (node: unknown, path: readonly string[]) => {
      if (!isRecord(node)) return;
      if (typeof node[KEY] === "string") {
        found.push({ header: `mcp-param-${node[KEY].toLowerCase()}`, path });
      }
      for (
        const [name, property] of Object.entries(isRecord(node.properties) ? node.properties : {})
      ) {
        reach(property, [...path, name]);
      }
    };
    reach(schema, []);
    known.set(schema, params = found);
  }
  return params;
}
