import { isRecord, walkSchema } from "./json_schema.ts";
import { jsonCopy, withArticle } from "./json_copy.ts";
import { withLocalReferences } from "./local_references.ts";
import { portable } from "./pattern.ts";
import { isStandardSchema, type JsonSchema } from "./standard_schema.ts";
import { assertJsonSchema } from "./well_formed.ts";

/**
 * Reads a JSON Schema that an author wrote: copies it, so that it cannot be changed from outside any
 * more, and writes its references and patterns so that every reader follows them.
 *
 * @throws {TypeError} for what is no JSON, or no well-formed JSON Schema; the place first
 */
export function writtenSchema(schema: unknown): JsonSchema {
  const copy = jsonCopy(schema, {
    words: (value) =>
      isStandardSchema(value) ? withArticle(`${value["~standard"].vendor} schema`) : undefined,
    refuse,
  });
  if (!isRecord(copy)) throw new TypeError("the schema is not an object");
  const local = withLocalReferences(copy);
  walkSchema(local, portable);
  assertJsonSchema(local);
  return local;
}

function refuse(what: string, keys: readonly string[]): TypeError {
  const place = placeOf(keys);
  if (!what.endsWith(" schema")) {
    return new TypeError(`${place}: JSON has no form for ${what}; write what a client is to read`);
  }
  const advice = keys.length === 1
    ? `wrap it, as in z.object({ ${keys[0]} })`
    : "write the whole schema with the library, or all of it as JSON Schema";
  return new TypeError(`${place} is ${what} inside a plain object; ${advice}`);
}

/** A place as messages write it: properties by their names alone. */
function placeOf(keys: readonly string[]): string {
  const shown: string[] = [];
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] === "properties" && i + 1 < keys.length) i++;
    shown.push(keys[i]);
  }
  return shown.length === 0 ? "the root" : shown.join(".");
}
