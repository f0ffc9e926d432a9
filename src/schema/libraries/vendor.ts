import type { Side } from "./marks.ts";
import type { Schema } from "../standard_schema.ts";
import type { Node } from "./subschemas.ts";

/** A schema library: how its schemas are told, and made into JSON Schema. */
export interface Vendor {
  /** What messages call it. */
  readonly name: string;
  /** Whether a schema is one of its; by what it looks like, so that any copy of the library will do. */
  readonly made: (schema: object) => boolean;
  /** JSON Schema in the library's own way, with marks where JSON is not enough. */
  readonly convert: (schema: Schema, side: Side) => Node;
  /** Reads a node that the library writes in words of its own. */
  readonly read?: (node: Node, side: Side) => Node;
  /** Names of parts that the library made up, so that they tell nothing. */
  readonly madeUp?: RegExp;
  /**
   * Whether a closed object takes no key that only another member of an intersection names, so that
   * the two are not told as one.
   */
  readonly closesAlone?: boolean;
}

/**
 * Converts by what the Standard Schema interface of a library offers, with options of that library.
 *
 * @throws {TypeError} with what the library says
 */
export function standardJson(
  schema: object,
  side: Side,
  name: string,
  libraryOptions: object,
): Node {
  const { jsonSchema } = (schema as Standard)["~standard"];
  return told(name, () => jsonSchema![side]({ target: "draft-2020-12", libraryOptions }));
}

/** Calls a library's conversion; its error becomes one that names the library. */
export function told<Result>(name: string, convert: () => Result): Result {
  try {
    return convert();
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n");
    throw new TypeError(`${name} cannot show this schema as JSON Schema: ${reason}`);
  }
}

/** The name that a library has in the Standard Schema interface, if it can convert by it. */
export function showsItself(schema: object, vendor: string): boolean {
  const props = (schema as Partial<Standard>)["~standard"];
  return props?.vendor === vendor && props.jsonSchema !== undefined;
}

interface Standard {
  readonly "~standard": {
    readonly vendor: string;
    readonly jsonSchema?: Record<Side, (options: object) => Node>;
  };
}
