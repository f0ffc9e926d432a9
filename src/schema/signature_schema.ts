import { TYPE_MARK } from "./from_types/signature.ts";
import { isRecord } from "./json_schema.ts";
import { closed } from "./libraries/closed.ts";
import { mapSubschemas, type Node } from "./libraries/subschemas.ts";
import { portable } from "./pattern.ts";
import type { JsonSchema, Schema } from "./standard_schema.ts";
import { WANTS } from "./wanted.ts";
import { assertJsonSchema } from "./well_formed.ts";

const SIGNATURE = Symbol("signature");
const EXPORTED = Symbol("exported");

/** A JSON Schema of a `Signature`, as components take it. */
interface SignatureSchema {
  readonly [SIGNATURE]: JsonSchema;
}

/**
 * Wraps a JSON Schema of a `Signature`, in which {@linkcode TYPE_MARK} marks what JSON has not, so that
 * it is taken for one: it is listed without marks, arguments are made into what the function takes,
 * and results are written as the schema says.
 */
export function signatureSchema(json: JsonSchema): Schema {
  return Object.freeze({ [SIGNATURE]: json });
}

/**
 * Wraps a JSON Schema of a schema that a module exports, marked likewise, so that it is taken for the
 * library's own as far as it can be without it: it is listed and checked as that is, but nothing is parsed.
 * Arguments go on as they were sent, for the library to take them where the module is loaded.
 */
export function exportedSchema(json: JsonSchema): Schema {
  return Object.freeze({ [SIGNATURE]: json, [EXPORTED]: true });
}

/** Whether a schema is one of {@linkcode exportedSchema}. */
export function isExported(schema: unknown): boolean {
  return isRecord(schema) && EXPORTED in schema;
}

/** Whether a schema is one of {@linkcode signatureSchema}, or of {@linkcode exportedSchema}. */
export function isSignature(schema: unknown): schema is SignatureSchema {
  return isRecord(schema) && SIGNATURE in schema;
}

/**
 * The JSON Schema of a signature, with the marks that checks know.
 *
 * @param close Whether objects that do not say if they take more properties are closed
 * @throws {TypeError} for what is no well-formed JSON Schema, its place first
 */
export function signatureJson({ [SIGNATURE]: json }: SignatureSchema, close: boolean): JsonSchema {
  const marked = withMarks(json);
  const listed = close ? closed(marked) : marked;
  assertJsonSchema(listed);
  return listed;
}

function withMarks(node: Node): Node {
  const { [TYPE_MARK]: type, ...rest } = mapSubschemas(
    node,
    (part) => isRecord(part) ? withMarks(part) : part,
  );
  portable(rest);
  return type === undefined ? rest : { ...rest, [WANTS]: type };
}

/** A JSON Schema with the marks that checks know, as data: {@linkcode TYPE_MARK} stands for them. */
export function typeMarked(node: Node): JsonSchema {
  const { [WANTS]: type, ...rest } = mapSubschemas(
    node,
    (part) => isRecord(part) ? typeMarked(part) : part,
  );
  return type === undefined ? rest : { ...rest, [TYPE_MARK]: type };
}
