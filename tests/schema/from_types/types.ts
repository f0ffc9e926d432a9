import { type MarkedType, TYPE_MARK } from "../../../src/schema/from_types/signature.ts";
import type { Node } from "../../../src/schema/libraries/subschemas.ts";
import { FORMS } from "../../../src/schema/marked_types.ts";

/** A type, and the schemas that stand for it. */
export interface TypeCase {
  readonly name: string;
  readonly type: string;
  /** What is declared before it. */
  readonly code?: string;
  readonly input?: Node;
  /** Where it is another one than that of the input. */
  readonly output?: Node;
}

/** The listed form of a type, which tests/schema/wanted_test.ts holds, with its mark. */
function marked(type: MarkedType): Node {
  return { ...FORMS[type], [TYPE_MARK]: type };
}

/** Types that can be arguments and results. */
export const TYPES: readonly TypeCase[] = [
  {
    name: "a text",
    type: "string",
    input: { type: "string" },
  },
  {
    name: "a number",
    type: "number",
    input: { type: "number" },
  },
  {
    name: "a boolean",
    type: "boolean",
    input: { type: "boolean" },
  },
  {
    name: "null",
    type: "null",
    input: { type: "null" },
  },
  {
    name: "anything",
    type: "unknown",
    input: {},
  },
  {
    name: "any",
    type: "any",
    input: {},
  },
  {
    name: "any object",
    type: "object",
    input: { type: "object" },
  },
  {
    name: "all but null and undefined",
    type: "{}",
    input: { not: { type: "null" } },
    output: {},
  },
  {
    name: "a bigint",
    type: "bigint",
    input: {
      anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
      "x-mcp-type": "bigint",
    },
  },
  {
    name: "a literal text",
    type: '"only"',
    input: { type: "string", const: "only" },
  },
  {
    name: "a literal number",
    type: "-1.5",
    input: { type: "number", const: -1.5 },
  },
  {
    name: "a literal truth value",
    type: "true",
    input: { type: "boolean", const: true },
  },
  {
    name: "literal texts in the order of the source",
    type: '"zoo" | "ape" | "bee"',
    input: { type: "string", enum: ["zoo", "ape", "bee"] },
  },
  {
    name: "literals of several kinds",
    type: '"red" | 3 | true',
    input: { enum: ["red", 3, true] },
  },
  {
    name: "literal bigints",
    type: "1n | -2n | 123456789012345678901234567890n",
    input: {
      anyOf: [{ type: "integer", enum: [1, -2], "x-mcp-type": "bigint" }, {
        type: "string",
        const: "123456789012345678901234567890",
        "x-mcp-type": "bigint",
      }],
    },
    output: {
      type: "string",
      enum: ["1", "-2", "123456789012345678901234567890"],
      "x-mcp-type": "bigint",
    },
  },
  {
    name: "a literal among numbers",
    type: 'number | "all"',
    input: { anyOf: [{ type: "number" }, { type: "string", const: "all" }] },
  },
  {
    name: "literals that are hints only",
    type: '"gpt" | "opus" | (string & {})',
    input: { anyOf: [{ type: "string", enum: ["gpt", "opus"] }, { type: "string" }] },
  },
  {
    name: "numbers or texts, in the order of the source",
    type: "number | string",
    input: { anyOf: [{ type: "number" }, { type: "string" }] },
  },
  {
    name: "true and false, apart from other literals",
    type: '"auto" | true | false',
    input: { anyOf: [{ type: "string", const: "auto" }, { type: "boolean" }] },
  },
  {
    name: "a text or null",
    type: "string | null",
    input: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  {
    name: "literals or null",
    type: '"a" | "b" | null',
    input: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
  },
  {
    name: "what may be undefined",
    type: "string | undefined",
    input: { type: "string" },
    output: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  {
    name: "an alias that may be undefined, and null",
    type: "Opt | null",
    code: "type Opt = string | undefined;",
    input: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  {
    name: "a member by an alias that may be undefined",
    type: "{ a: Opt | null; b: Opt }",
    code: "type Opt = string | undefined;",
    input: {
      type: "object",
      properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] }, b: { type: "string" } },
    },
  },
  {
    name: "a bigint or null",
    type: "bigint | null",
    input: {
      anyOf: [{
        anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
        "x-mcp-type": "bigint",
      }, { type: "null" }],
    },
  },
  {
    name: "a bigint or a word",
    type: 'bigint | "max"',
    input: {
      anyOf: [{
        anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
        "x-mcp-type": "bigint",
      }, { type: "string", const: "max" }],
    },
  },
  {
    name: "a template literal",
    type: "`id-${string}`",
    input: { type: "string", pattern: "^id-[\\s\\S]{0,}$" },
  },
  {
    name: "a template literal with a number",
    type: "`v${number}.x`",
    input: { type: "string", pattern: "^v-?\\d+(?:\\.\\d+)?\\.x$" },
  },
  {
    name: "a template literal with special characters",
    type: "`a.b*(${bigint})$`",
    input: { type: "string", pattern: "^a\\.b\\*\\(-?(?:0|[1-9]\\d*)\\)\\$$" },
  },
  {
    name: "a template literal with a truth value",
    type: "`is-${boolean}`",
    input: { type: "string", enum: ["is-false", "is-true"] },
  },
  {
    name: "a template literal with unions",
    type: '`${"top" | "bottom"}-${"left" | "right"}`',
    input: { type: "string", enum: ["bottom-left", "bottom-right", "top-left", "top-right"] },
  },
  {
    name: "a template literal or a word",
    type: '`${number}px` | "auto"',
    input: {
      anyOf: [{ type: "string", pattern: "^-?\\d+(?:\\.\\d+)?px$" }, {
        type: "string",
        const: "auto",
      }],
    },
  },
  {
    name: "texts in capitals",
    type: "Uppercase<string>",
    input: { type: "string", pattern: "^\\P{Changes_When_Uppercased}*$" },
  },
  {
    name: "a capital in a template literal",
    type: "`get${Capitalize<string>}`",
    input: { type: "string", pattern: "^get(?:\\P{Changes_When_Uppercased}[\\s\\S]*)?$" },
  },
  {
    name: "an enumeration of texts",
    type: "Unit",
    code: 'enum Unit { F = "fahrenheit", C = "celsius" }',
    input: { type: "string", enum: ["fahrenheit", "celsius"] },
  },
  {
    name: "an enumeration of numbers",
    type: "Level",
    code: "enum Level { Low, High = 5, Top, None = -1 }",
    input: { type: "number", enum: [0, 5, 6, -1] },
  },
  {
    name: "an enumeration of both",
    type: "Mixed",
    code: 'enum Mixed { A = "a", B = 2 }',
    input: { enum: ["a", 2] },
  },
  {
    name: "a constant enumeration",
    type: "Way",
    code: 'const enum Way { Up = "up", Down = "down" }',
    input: { type: "string", enum: ["up", "down"] },
  },
  {
    name: "an enumeration with one member",
    type: "One",
    code: 'enum One { A = "a" }',
    input: { type: "string", const: "a" },
  },
  {
    name: "a member of an enumeration",
    type: "Unit.C",
    code: 'enum Unit { F = "fahrenheit", C = "celsius" }',
    input: { type: "string", const: "celsius" },
  },
  {
    name: "an enumeration or a word",
    type: 'Unit | "other"',
    code: 'enum Unit { F = "fahrenheit", C = "celsius" }',
    input: { type: "string", enum: ["fahrenheit", "celsius", "other"] },
  },
  {
    name: "the keys of a constant",
    type: "keyof typeof sizes",
    code: "const sizes = { small: 1, large: 2, huge: 3 };",
    input: { type: "string", enum: ["small", "large", "huge"] },
  },
  {
    name: "the values of a constant",
    type: "typeof sizes[keyof typeof sizes]",
    code: 'const sizes = { small: "s", large: "l" } as const;',
    input: { type: "string", enum: ["s", "l"] },
  },
  {
    name: "the items of a constant",
    type: "typeof levels[number]",
    code: 'const levels = ["warn", "info", "debug"] as const;',
    input: { type: "string", enum: ["warn", "info", "debug"] },
  },
  {
    name: "the type of a constant",
    type: "typeof config",
    code: 'const config = { name: "x", deep: { list: [1] }, "odd key": true };',
    input: {
      type: "object",
      properties: {
        name: { type: "string" },
        deep: {
          type: "object",
          properties: { list: { type: "array", items: { type: "number" } } },
          required: ["list"],
        },
        "odd key": { type: "boolean" },
      },
      required: ["name", "deep", "odd key"],
    },
  },
  {
    name: "a list",
    type: "string[]",
    input: { type: "array", items: { type: "string" } },
  },
  {
    name: "a list that cannot be changed",
    type: "readonly { a: number }[]",
    input: {
      type: "array",
      items: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
    },
  },
  {
    name: "a list of anything",
    type: "Array<unknown>",
    input: { type: "array", items: {} },
  },
  {
    name: "a list of what may be undefined",
    type: "(string | undefined)[]",
    input: { type: "array", items: { type: "string" } },
    output: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
  },
  {
    name: "an empty list",
    type: "never[]",
    input: { type: "array", maxItems: 0 },
  },
  {
    name: "a tuple",
    type: "[string, number]",
    input: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      minItems: 2,
      maxItems: 2,
    },
  },
  {
    name: "a tuple with an optional element",
    type: "readonly [x: string, y?: number]",
    input: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      minItems: 1,
      maxItems: 2,
    },
    output: {
      type: "array",
      prefixItems: [{ type: "string" }, { anyOf: [{ type: "number" }, { type: "null" }] }],
      minItems: 1,
      maxItems: 2,
    },
  },
  {
    name: "a tuple with a rest",
    type: "[string, ...number[]]",
    input: {
      type: "array",
      prefixItems: [{ type: "string" }],
      items: { type: "number" },
      minItems: 1,
    },
  },
  {
    name: "an empty tuple",
    type: "[]",
    input: { type: "array", maxItems: 0 },
  },
  {
    name: "an interface",
    type: "Person",
    code: `
interface Person {
  /** The name. */
  readonly name: string;
  age?: number;
  nick: string | undefined;
  mail: string | null;
}
`,
    input: {
      type: "object",
      properties: {
        name: { type: "string", description: "The name." },
        age: { type: "number" },
        nick: { type: "string" },
        mail: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["name", "mail"],
    },
  },
  {
    name: "interfaces that extend others",
    type: "C",
    code: `
interface A { a: string }
interface B { b: string }
interface C extends A, B { c?: A }
`,
    input: {
      type: "object",
      properties: {
        c: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        a: { type: "string" },
        b: { type: "string" },
      },
      required: ["a", "b"],
    },
  },
  {
    name: "an object in an object",
    type: "{ a: { b: { c: boolean[] } } }",
    input: {
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: {
            b: {
              type: "object",
              properties: { c: { type: "array", items: { type: "boolean" } } },
              required: ["c"],
            },
          },
          required: ["b"],
        },
      },
      required: ["a"],
    },
  },
  {
    name: "an object without members",
    type: "Empty",
    code: "interface Empty {}",
    input: { type: "object", properties: {} },
  },
  {
    name: "an intersection",
    type: "A & { b: number }",
    code: "interface A { a: string }",
    input: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number" } },
      required: ["a", "b"],
    },
  },
  {
    name: "an intersection with a union",
    type: "(A | B) & { id: string }",
    code: `
interface A { kind: "a" }
interface B { kind: "b"; n: number }
`,
    input: {
      anyOf: [{
        type: "object",
        properties: { kind: { type: "string", const: "a" }, id: { type: "string" } },
        required: ["kind", "id"],
      }, {
        type: "object",
        properties: {
          kind: { type: "string", const: "b" },
          n: { type: "number" },
          id: { type: "string" },
        },
        required: ["kind", "n", "id"],
      }],
    },
  },
  {
    name: "a union told apart by a literal",
    type: "Shape",
    code: `
interface Circle { kind: "circle"; radius: number }
interface Square { kind: "square"; side: number }
type Shape = Square | Circle;
`,
    input: {
      anyOf: [{
        type: "object",
        properties: { kind: { type: "string", const: "square" }, side: { type: "number" } },
        required: ["kind", "side"],
      }, {
        type: "object",
        properties: { kind: { type: "string", const: "circle" }, radius: { type: "number" } },
        required: ["kind", "radius"],
      }],
    },
  },
  {
    name: "a union of which only one part may be there",
    type: "{ a: string; b?: never } | { a?: undefined; b: number }",
    input: {
      anyOf: [{
        type: "object",
        properties: { a: { type: "string" }, b: { not: {} } },
        required: ["a"],
      }, {
        type: "object",
        properties: { a: { not: {} }, b: { type: "number" } },
        required: ["b"],
      }],
    },
    output: {
      anyOf: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, {
        type: "object",
        properties: { b: { type: "number" } },
        required: ["b"],
      }],
    },
  },
  {
    name: "a record",
    type: "Record<string, number>",
    input: { type: "object", additionalProperties: { type: "number" } },
  },
  {
    name: "a record of anything",
    type: "{ [key: string]: unknown }",
    input: { type: "object", additionalProperties: true },
  },
  {
    name: "a record with names",
    type: 'Record<"zoo" | "ape", boolean>',
    input: {
      type: "object",
      properties: { zoo: { type: "boolean" }, ape: { type: "boolean" } },
      required: ["zoo", "ape"],
    },
  },
  {
    name: "a record with some names",
    type: 'Partial<Record<"zoo" | "ape", boolean>>',
    input: { type: "object", properties: { zoo: { type: "boolean" }, ape: { type: "boolean" } } },
  },
  {
    name: "a record without members",
    type: "Record<string, never>",
    input: { type: "object", properties: {}, additionalProperties: false },
  },
  {
    name: "a record by an enumeration",
    type: "Record<Unit, number>",
    code: 'enum Unit { F = "f", C = "c" }',
    input: {
      type: "object",
      properties: { f: { type: "number" }, c: { type: "number" } },
      required: ["f", "c"],
    },
  },
  {
    name: "a record with members",
    type: "{ [key: string]: string | number; id: number }",
    input: {
      type: "object",
      properties: { id: { type: "number" } },
      required: ["id"],
      additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }] },
    },
  },
  {
    name: "a record by a template literal",
    type: "{ [key: `data-${string}`]: string; id: string }",
    input: {
      type: "object",
      properties: { id: { type: "string" } },
      required: ["id"],
      patternProperties: { "^data-[\\s\\S]{0,}$": { type: "string" } },
    },
  },
  {
    name: "a record by numbers",
    type: "{ [index: number]: string }",
    input: {
      type: "object",
      properties: {},
      patternProperties: { "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$": { type: "string" } },
    },
  },
  {
    name: "a record by branded texts",
    type: "Record<Id, Date>",
    code: "type Id = string & { __brand: 1 };",
    input: {
      type: "object",
      additionalProperties: { type: "string", format: "date-time", "x-mcp-type": "Date" },
    },
  },
  {
    name: "a record by numbers and texts",
    type: "{ [index: number]: string; [key: string]: unknown }",
    input: {
      type: "object",
      patternProperties: { "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$": { type: "string" } },
      additionalProperties: true,
    },
  },
  {
    name: "picked members",
    type: 'Pick<Person, "tags" | "name">',
    code: "interface Person { name: string; age: number; tags: string[] }",
    input: {
      type: "object",
      properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      required: ["name", "tags"],
    },
  },
  {
    name: "members without some",
    type: 'Omit<Person, "age">',
    code: "interface Person { name: string; age: number; tags?: string[] }",
    input: {
      type: "object",
      properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      required: ["name"],
    },
  },
  {
    name: "all without some",
    type: 'Omit<{ a: 1 }, "a">',
    input: { type: "object", properties: {} },
  },
  {
    name: "optional members",
    type: "Partial<Person>",
    code: "interface Person { name: string; age: number }",
    input: { type: "object", properties: { name: { type: "string" }, age: { type: "number" } } },
  },
  {
    name: "required members",
    type: "Required<Person>",
    code: "interface Person { name?: string; age?: number | undefined }",
    input: {
      type: "object",
      properties: { name: { type: "string" }, age: { type: "number" } },
      required: ["name", "age"],
    },
  },
  {
    name: "members that cannot be changed, as deep as they go",
    type: "Deep<Settings>",
    code: `
type Deep<T> = { readonly [K in keyof T]: Deep<T[K]> };
interface Settings { at: Date; names: Set<string>; host: { port: number } }
`,
    input: {
      type: "object",
      properties: {
        at: { type: "string", format: "date-time", "x-mcp-type": "Date" },
        names: { type: "array", items: { type: "string" }, uniqueItems: true, "x-mcp-type": "Set" },
        host: { type: "object", properties: { port: { type: "number" } }, required: ["port"] },
      },
      required: ["at", "names", "host"],
    },
  },
  {
    name: "renamed members",
    type: "Getters<{ zoo: number; ape: string }>",
    code: "type Getters<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: T[K] };",
    input: {
      type: "object",
      properties: { getZoo: { type: "number" }, getApe: { type: "string" } },
      required: ["getZoo", "getApe"],
    },
  },
  {
    name: "a conditional type",
    type: "Box<string>",
    code: "type Box<T> = T extends string ? { text: T } : { value: T };",
    input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  },
  {
    name: "excluded and extracted members",
    type:
      '[Exclude<"z" | "b" | "a", "b">, Extract<string | number, string>, NonNullable<string | null>]',
    input: {
      type: "array",
      prefixItems: [{ type: "string", enum: ["z", "a"] }, { type: "string" }, { type: "string" }],
      minItems: 3,
      maxItems: 3,
    },
  },
  {
    name: "what functions take and give",
    type: "[Parameters<typeof load>[0], Awaited<ReturnType<typeof load>>]",
    code: "declare const load: (id: { x: number }) => Promise<{ ok: boolean }>;",
    input: {
      type: "array",
      prefixItems: [{ type: "object", properties: { x: { type: "number" } }, required: ["x"] }, {
        type: "object",
        properties: { ok: { type: "boolean" } },
        required: ["ok"],
      }],
      minItems: 2,
      maxItems: 2,
    },
  },
  {
    name: "a generic type",
    type: "Page<{ id: number }>",
    code: "interface Page<T> { items: T[]; next?: string }",
    input: {
      type: "object",
      properties: {
        items: {
          type: "array",
          items: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
        },
        next: { type: "string" },
      },
      required: ["items"],
    },
  },
  {
    name: "a type that is not to be inferred",
    type: "NoInfer<{ a: 1 }>",
    input: { type: "object", properties: { a: { type: "number", const: 1 } }, required: ["a"] },
  },
  {
    name: "a recursive interface",
    type: "Person",
    code:
      "interface Person { name: string; friend?: Person; mother: Person | null; others: Person[] }",
    input: {
      type: "object",
      properties: {
        name: { type: "string" },
        friend: { $ref: "#/$defs/Person" },
        mother: { anyOf: [{ $ref: "#/$defs/Person" }, { type: "null" }] },
        others: { type: "array", items: { $ref: "#/$defs/Person" } },
      },
      required: ["name", "mother", "others"],
      $defs: {
        Person: {
          type: "object",
          properties: {
            name: { type: "string" },
            friend: { $ref: "#/$defs/Person" },
            mother: { anyOf: [{ $ref: "#/$defs/Person" }, { type: "null" }] },
            others: { type: "array", items: { $ref: "#/$defs/Person" } },
          },
          required: ["name", "mother", "others"],
        },
      },
    },
  },
  {
    name: "a recursive interface in a list",
    type: "Tree[]",
    code: "interface Tree { children: Tree[] }",
    input: {
      type: "array",
      items: { $ref: "#/$defs/Tree" },
      $defs: {
        Tree: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
          required: ["children"],
        },
      },
    },
  },
  {
    name: "recursive generic types side by side",
    type: "{ a: Tree<string>; b: Tree<number>; c: Tree<{ x: 1 }> }",
    code: "type Tree<T> = { value: T; children: Tree<T>[] };",
    input: {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/TreeString" },
        b: { $ref: "#/$defs/TreeNumber" },
        c: { $ref: "#/$defs/Tree" },
      },
      required: ["a", "b", "c"],
      $defs: {
        TreeString: {
          type: "object",
          properties: {
            value: { type: "string" },
            children: { type: "array", items: { $ref: "#/$defs/TreeString" } },
          },
          required: ["value", "children"],
        },
        TreeNumber: {
          type: "object",
          properties: {
            value: { type: "number" },
            children: { type: "array", items: { $ref: "#/$defs/TreeNumber" } },
          },
          required: ["value", "children"],
        },
        Tree: {
          type: "object",
          properties: {
            value: {
              type: "object",
              properties: { x: { type: "number", const: 1 } },
              required: ["x"],
            },
            children: { type: "array", items: { $ref: "#/$defs/Tree" } },
          },
          required: ["value", "children"],
        },
      },
    },
  },
  {
    name: "types that contain each other",
    type: "{ a: A; b: B }",
    code: `
interface A { b: B[] }
interface B { a?: A }
`,
    input: {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/A" },
        b: { type: "object", properties: { a: { $ref: "#/$defs/A" } } },
      },
      required: ["a", "b"],
      $defs: {
        A: {
          type: "object",
          properties: {
            b: {
              type: "array",
              items: { type: "object", properties: { a: { $ref: "#/$defs/A" } } },
            },
          },
          required: ["b"],
        },
      },
    },
  },
  {
    name: "JSON",
    type: "Json",
    code: "type Json = string | number | boolean | null | Json[] | { [key: string]: Json };",
    input: {
      anyOf: [
        { type: "string" },
        { type: "number" },
        { type: "boolean" },
        { type: "array", items: { $ref: "#/$defs/Json" } },
        { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
        { type: "null" },
      ],
      $defs: {
        Json: {
          anyOf: [
            { type: "string" },
            { type: "number" },
            { type: "boolean" },
            { type: "array", items: { $ref: "#/$defs/Json" } },
            { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
            { type: "null" },
          ],
        },
      },
    },
  },
  {
    name: "JSON that may be left out",
    type: "{ value?: Json }",
    code: "type Json = string | number | boolean | null | Json[] | { [key: string]: Json };",
    input: {
      type: "object",
      properties: { value: { $ref: "#/$defs/Json" } },
      $defs: {
        Json: {
          anyOf: [
            { type: "string" },
            { type: "number" },
            { type: "boolean" },
            { type: "array", items: { $ref: "#/$defs/Json" } },
            { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
            { type: "null" },
          ],
        },
      },
    },
  },
  {
    name: "JSON made flat",
    type: "Flat<{ value: Json }>",
    code: `
type Json = string | null | Json[] | { [key: string]: Json };
type Flat<T> = T extends string | null ? T
  : T extends Array<infer U> ? Array<Flat<U>>
  : { [K in keyof T]: Flat<T[K]> };
`,
    input: {
      type: "object",
      properties: { value: { $ref: "#/$defs/Value" } },
      required: ["value"],
      $defs: {
        Value: {
          anyOf: [
            { type: "string" },
            { type: "object", additionalProperties: { $ref: "#/$defs/Value" } },
            { type: "array", items: { $ref: "#/$defs/Value" } },
            { type: "null" },
          ],
        },
      },
    },
  },
  {
    name: "a recursive union",
    type: "Sum",
    code: 'type Sum = { op: "value"; value: number } | { op: "add"; left: Sum; right: Sum };',
    input: {
      anyOf: [{
        type: "object",
        properties: { op: { type: "string", const: "value" }, value: { type: "number" } },
        required: ["op", "value"],
      }, {
        type: "object",
        properties: {
          op: { type: "string", const: "add" },
          left: { $ref: "#/$defs/Sum" },
          right: { $ref: "#/$defs/Sum" },
        },
        required: ["op", "left", "right"],
      }],
      $defs: {
        Sum: {
          anyOf: [{
            type: "object",
            properties: { op: { type: "string", const: "value" }, value: { type: "number" } },
            required: ["op", "value"],
          }, {
            type: "object",
            properties: {
              op: { type: "string", const: "add" },
              left: { $ref: "#/$defs/Sum" },
              right: { $ref: "#/$defs/Sum" },
            },
            required: ["op", "left", "right"],
          }],
        },
      },
    },
  },
  {
    name: "a recursive intersection",
    type: "Cat",
    code: "type Cat = { name: string } & { kids: Cat[] };",
    input: {
      type: "object",
      properties: {
        name: { type: "string" },
        kids: { type: "array", items: { $ref: "#/$defs/Cat" } },
      },
      required: ["name", "kids"],
      $defs: {
        Cat: {
          type: "object",
          properties: {
            name: { type: "string" },
            kids: { type: "array", items: { $ref: "#/$defs/Cat" } },
          },
          required: ["name", "kids"],
        },
      },
    },
  },
  {
    name: "a list with a name, inside itself",
    type: "Names",
    code: "interface Names extends ReadonlyArray<Names | null> {}",
    input: {
      type: "array",
      items: { anyOf: [{ $ref: "#/$defs/Names" }, { type: "null" }] },
      $defs: {
        Names: {
          type: "array",
          items: { anyOf: [{ $ref: "#/$defs/Names" }, { type: "null" }] },
        },
      },
    },
  },
  {
    name: "an intersection of the same unions, of which one may be absent",
    type: "Data & Partial<Data>",
    code: `type Value = string | Value[] | readonly Value[] | { in: Value };
type Data = { [name in string]: Value } & { a: Value };`,
    input: {
      type: "object",
      properties: { a: { $ref: "#/$defs/Value" } },
      required: ["a"],
      additionalProperties: { $ref: "#/$defs/Value" },
      $defs: {
        Value: {
          anyOf: [
            { type: "string" },
            { type: "array", items: { $ref: "#/$defs/Value" } },
            {
              type: "object",
              properties: { in: { $ref: "#/$defs/Value" } },
              required: ["in"],
            },
          ],
        },
      },
    },
  },
  {
    name: "an intersection of the same unions with null",
    type: "{ a: Value } & { a?: Value }",
    code: "type Value = string | null | Value[];",
    input: {
      type: "object",
      properties: {
        a: { anyOf: [{ type: "string" }, { $ref: "#/$defs/ArrayValue" }, { type: "null" }] },
      },
      required: ["a"],
      $defs: {
        ArrayValue: {
          type: "array",
          items: {
            anyOf: [{ type: "string" }, { $ref: "#/$defs/ArrayValue" }, { type: "null" }],
          },
        },
      },
    },
  },
  {
    name: "an intersection of unions of which each has members of its own",
    type: "(A | B) & (A2 | B2)",
    code: `interface A { kind: "a" }
interface B { kind: "b" }
interface A2 { kind: "a"; size?: number }
interface B2 { kind: "b"; text?: string }`,
    input: {
      anyOf: [
        {
          type: "object",
          properties: { kind: { type: "string", const: "a" }, size: { type: "number" } },
          required: ["kind"],
        },
        {
          type: "object",
          properties: { kind: { type: "string", const: "b" }, text: { type: "string" } },
          required: ["kind"],
        },
      ],
    },
  },
  {
    name: "a list of itself",
    type: "Nest",
    code: "type Nest = Nest[];",
    input: {
      type: "array",
      items: { $ref: "#/$defs/Nest" },
      $defs: { Nest: { type: "array", items: { $ref: "#/$defs/Nest" } } },
    },
  },
  {
    name: "a recursive type by this",
    type: "Self",
    code: "interface Self { next?: this }",
    input: {
      type: "object",
      properties: { next: { $ref: "#/$defs/Self" } },
      $defs: { Self: { type: "object", properties: { next: { $ref: "#/$defs/Self" } } } },
    },
  },
  {
    name: "a recursive constant",
    type: "typeof root",
    code: `
const root = { name: "x", get all() { return [root]; } } as { name: string; all: Root };
interface Root { at: { all?: Root } }
`,
    input: {
      type: "object",
      properties: { name: { type: "string" }, all: { $ref: "#/$defs/Root" } },
      required: ["name", "all"],
      $defs: {
        Root: {
          type: "object",
          properties: { at: { type: "object", properties: { all: { $ref: "#/$defs/Root" } } } },
          required: ["at"],
        },
      },
    },
  },
  {
    name: "branded texts and numbers",
    type: '[UserId, Cents, Tagged<boolean>, Tagged<"b" | "a">]',
    code: `
type UserId = string & { readonly __brand: "UserId" };
declare const tag: unique symbol;
type Cents = number & { [tag]: "cents" };
type Tagged<T> = T & { readonly [tag]?: true };
`,
    input: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }, { type: "boolean" }, {
        type: "string",
        enum: ["b", "a"],
      }],
      minItems: 4,
      maxItems: 4,
    },
  },
  {
    name: "branded objects, lists and dates",
    type: "[Branded<{ a: string }>, Branded<string[]>, Branded<Date>]",
    code: 'type Branded<T> = T & { readonly __brand: "X" };',
    input: {
      type: "array",
      prefixItems: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, {
        type: "array",
        items: { type: "string" },
      }, { type: "string", format: "date-time", "x-mcp-type": "Date" }],
      minItems: 3,
      maxItems: 3,
    },
  },
  {
    name: "a member that only looks like a brand",
    type: '{ __typename: "User" } & { id: string }',
    input: {
      type: "object",
      properties: { __typename: { type: "string", const: "User" }, id: { type: "string" } },
      required: ["__typename", "id"],
    },
  },
  {
    name: "a date",
    type: "Date",
    input: { type: "string", format: "date-time", "x-mcp-type": "Date" },
  },
  {
    name: "an address",
    type: "URL",
    input: { type: "string", format: "uri", "x-mcp-type": "URL" },
  },
  {
    name: "a regular expression",
    type: "RegExp",
    input: { type: "string", format: "regex", "x-mcp-type": "RegExp" },
  },
  {
    name: "a date, or a word that is none",
    type: 'Date | "never" | null',
    input: {
      anyOf: [{ type: "string", format: "date-time", "x-mcp-type": "Date" }, {
        type: "string",
        const: "never",
      }, { type: "null" }],
    },
  },
  {
    name: "a date or a number",
    type: "Date | number",
    input: {
      anyOf: [{ type: "string", format: "date-time", "x-mcp-type": "Date" }, { type: "number" }],
    },
  },
  {
    name: "dates told apart by a literal",
    type: '{ kind: "date"; at: Date } | { kind: "text"; at: string }',
    input: {
      anyOf: [{
        type: "object",
        properties: {
          kind: { type: "string", const: "date" },
          at: { type: "string", format: "date-time", "x-mcp-type": "Date" },
        },
        required: ["kind", "at"],
      }, {
        type: "object",
        properties: { kind: { type: "string", const: "text" }, at: { type: "string" } },
        required: ["kind", "at"],
      }],
    },
  },
  {
    name: "dates told apart by their place",
    type: '["date", Date] | ["text", string]',
    input: {
      anyOf: [{
        type: "array",
        prefixItems: [{ type: "string", const: "date" }, {
          type: "string",
          format: "date-time",
          "x-mcp-type": "Date",
        }],
        minItems: 2,
        maxItems: 2,
      }, {
        type: "array",
        prefixItems: [{ type: "string", const: "text" }, { type: "string" }],
        minItems: 2,
        maxItems: 2,
      }],
    },
  },
  {
    name: "dates told apart by their kind",
    type: "{ at: Date } | { at: number } | { on: string } | Date[]",
    input: {
      anyOf: [
        {
          type: "object",
          properties: { at: { type: "string", format: "date-time", "x-mcp-type": "Date" } },
          required: ["at"],
        },
        { type: "object", properties: { at: { type: "number" } }, required: ["at"] },
        { type: "object", properties: { on: { type: "string" } }, required: ["on"] },
        { type: "array", items: { type: "string", format: "date-time", "x-mcp-type": "Date" } },
      ],
    },
  },
  {
    name: "dates of which only one may be there",
    type: "{ from: Date; to?: never } | { from?: never; to: string }",
    input: {
      anyOf: [{
        type: "object",
        properties: {
          from: { type: "string", format: "date-time", "x-mcp-type": "Date" },
          to: { not: {} },
        },
        required: ["from"],
      }, {
        type: "object",
        properties: { from: { not: {} }, to: { type: "string" } },
        required: ["to"],
      }],
    },
    output: {
      anyOf: [{
        type: "object",
        properties: { from: { type: "string", format: "date-time", "x-mcp-type": "Date" } },
        required: ["from"],
      }, { type: "object", properties: { to: { type: "string" } }, required: ["to"] }],
    },
  },
  {
    name: "a date beside what is unknown",
    type: "{ at: Date } | Noted",
    code: `
interface Noted {
  /** Anything. */
  at: unknown;
}
`,
    input: {
      anyOf: [{
        type: "object",
        properties: { at: { type: "string", format: "date-time", "x-mcp-type": "Date" } },
        required: ["at"],
      }, { type: "object", properties: { at: { description: "Anything." } }, required: ["at"] }],
    },
    output: {
      anyOf: [{
        type: "object",
        properties: { at: { type: "string", format: "date-time", "x-mcp-type": "Date" } },
        required: ["at"],
      }, { type: "object", properties: { at: { description: "Anything." } } }],
    },
  },
  {
    name: "recursive types with dates that are told apart",
    type: "Added | Removed | null",
    code: `
interface Added {
  how: "added";
  at: Date;
  before: Added | Removed | null;
}
interface Removed {
  how: "removed";
  at: string;
  before: Added | Removed | null;
  after: Added | Removed | null;
}
`,
    input: {
      anyOf: [{ $ref: "#/$defs/Added" }, { $ref: "#/$defs/Removed" }, { type: "null" }],
      $defs: {
        Removed: {
          type: "object",
          properties: {
            how: { type: "string", const: "removed" },
            at: { type: "string" },
            before: {
              anyOf: [{ $ref: "#/$defs/Added" }, { $ref: "#/$defs/Removed" }, { type: "null" }],
            },
            after: {
              anyOf: [{ $ref: "#/$defs/Added" }, { $ref: "#/$defs/Removed" }, { type: "null" }],
            },
          },
          required: ["how", "at", "before", "after"],
        },
        Added: {
          type: "object",
          properties: {
            how: { type: "string", const: "added" },
            at: { type: "string", format: "date-time", "x-mcp-type": "Date" },
            before: {
              anyOf: [{ $ref: "#/$defs/Added" }, { $ref: "#/$defs/Removed" }, { type: "null" }],
            },
          },
          required: ["how", "at", "before"],
        },
      },
    },
  },
  {
    name: "a set",
    type: "Set<string>",
    input: { type: "array", items: { type: "string" }, uniqueItems: true, "x-mcp-type": "Set" },
  },
  {
    name: "a set of objects",
    type: "ReadonlySet<{ a: number }>",
    input: {
      type: "array",
      items: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
      uniqueItems: true,
      "x-mcp-type": "Set",
    },
    output: {
      type: "array",
      items: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
      "x-mcp-type": "Set",
    },
  },
  {
    name: "sets that differ",
    type: "Set<string> | Set<number>",
    input: {
      anyOf: [
        { type: "array", items: { type: "string" }, uniqueItems: true, "x-mcp-type": "Set" },
        { type: "array", items: { type: "number" }, uniqueItems: true, "x-mcp-type": "Set" },
      ],
    },
  },
  {
    name: "a map",
    type: "Map<string, number>",
    input: { type: "object", additionalProperties: { type: "number" }, "x-mcp-type": "Map" },
  },
  {
    name: "a map that is readonly twice",
    type: "Readonly<ReadonlyMap<string, number>>",
    input: { type: "object", additionalProperties: { type: "number" }, "x-mcp-type": "Map" },
  },
  {
    name: "a map with names",
    type: 'ReadonlyMap<"a" | "b", Date>',
    input: {
      type: "object",
      propertyNames: { type: "string", enum: ["a", "b"] },
      additionalProperties: { type: "string", format: "date-time", "x-mcp-type": "Date" },
      "x-mcp-type": "Map",
    },
  },
  {
    name: "a map of anything, by template literals",
    type: "Map<`x-${string}`, unknown>",
    input: {
      type: "object",
      propertyNames: { type: "string", pattern: "^x-[\\s\\S]{0,}$" },
      additionalProperties: true,
      "x-mcp-type": "Map",
    },
  },
  {
    name: "bytes",
    type: "Uint8Array",
    input: marked("Uint8Array"),
  },
  {
    name: "bytes in other forms",
    type: "[Uint8Array<ArrayBuffer>, ArrayBuffer, Blob]",
    input: {
      type: "array",
      prefixItems: [marked("Uint8Array"), marked("ArrayBuffer"), marked("Blob")],
      minItems: 3,
      maxItems: 3,
    },
  },
  {
    name: "points in time",
    type: "[Temporal.Instant, Temporal.ZonedDateTime]",
    input: {
      type: "array",
      prefixItems: [marked("Temporal.Instant"), marked("Temporal.ZonedDateTime")],
      minItems: 2,
      maxItems: 2,
    },
  },
  {
    name: "dates and times without a zone",
    type:
      "[Temporal.PlainDateTime, Temporal.PlainDate, Temporal.PlainTime, Temporal.PlainYearMonth, Temporal.PlainMonthDay]",
    input: {
      type: "array",
      prefixItems: [
        marked("Temporal.PlainDateTime"),
        marked("Temporal.PlainDate"),
        marked("Temporal.PlainTime"),
        marked("Temporal.PlainYearMonth"),
        marked("Temporal.PlainMonthDay"),
      ],
      minItems: 5,
      maxItems: 5,
    },
  },
  {
    name: "a duration",
    type: "Temporal.Duration",
    input: marked("Temporal.Duration"),
  },
  {
    name: "boxes",
    type: "[String, Number, Boolean, Object]",
    input: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }, { type: "boolean" }, {}],
      minItems: 4,
      maxItems: 4,
    },
  },
  {
    name: "a class with nothing but fields",
    type: "Point",
    code: "class Point { x = 0; y?: string; constructor(readonly z: number) {} }",
    input: {
      type: "object",
      properties: { x: { type: "number" }, y: { type: "string" }, z: { type: "number" } },
      required: ["x", "z"],
    },
  },
  {
    name: "what Deno tells of a file",
    type: 'Pick<Deno.FileInfo, "size" | "mtime">',
    input: {
      type: "object",
      properties: {
        size: { type: "number" },
        mtime: {
          anyOf: [{ type: "string", format: "date-time", "x-mcp-type": "Date" }, { type: "null" }],
        },
      },
      required: ["size", "mtime"],
    },
  },
  {
    name: "names that are no words",
    type: "Names",
    code: 'interface Names { "a b": 1; "c.d"?: 2; ünï: 3; 5: 4; toString: "x" }',
    input: {
      type: "object",
      properties: {
        "5": { type: "number", const: 4 },
        "a b": { type: "number", const: 1 },
        "c.d": { type: "number", const: 2 },
        "ünï": { type: "number", const: 3 },
        toString: { type: "string", const: "x" },
      },
      required: ["5", "a b", "ünï", "toString"],
    },
  },
  {
    name: "members named by symbols",
    type: "{ a: 1; [Symbol.toStringTag]?: string }",
    input: { type: "object", properties: { a: { type: "number", const: 1 } }, required: ["a"] },
  },
  {
    name: "unknown members",
    type: "{ a: unknown; b?: any }",
    input: { type: "object", properties: { a: {}, b: {} }, required: ["a"] },
    output: { type: "object", properties: { a: {}, b: {} } },
  },
];

/** Types of results. */
export const RESULTS: readonly TypeCase[] = [
  {
    name: "methods and private members are left out",
    type: "Point",
    code: `
class Point {
  x = 0;
  static y = 1;
  private z = 2;
  #secret = 3;
  declare label: string;
  accessor a = 4;
  get b() {
    return 5;
  }
  #hide() {}
  show() {}
}
`,
    output: {
      type: "object",
      properties: { x: { type: "number" }, label: { type: "string" } },
      required: ["x", "label"],
    },
  },
  {
    name: "functions and symbols are left out",
    type:
      "{ a: 1; b: () => void; c?: symbol; d: string | (() => void); [Symbol.iterator]?: number; e: typeof Date }",
    output: {
      type: "object",
      properties: { a: { type: "number", const: 1 }, d: { type: "string" } },
      required: ["a"],
    },
  },
  {
    name: "what is undefined is left out of objects, and null in lists",
    type:
      "{ a: undefined; b: string | undefined; c: (string | undefined)[]; d: undefined[]; e: Set<1 | undefined> }",
    output: {
      type: "object",
      properties: {
        b: { type: "string" },
        c: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
        d: { type: "array", items: { type: "null" } },
        e: {
          type: "array",
          items: { anyOf: [{ type: "number", const: 1 }, { type: "null" }] },
          uniqueItems: true,
          "x-mcp-type": "Set",
        },
      },
      required: ["c", "d", "e"],
    },
  },
  {
    name: "toJSON tells the form",
    type: "Money",
    code: `
class Money {
  cents = 1;
  toJSON() {
    return { amount: 1, unit: "EUR" as const };
  }
}
`,
    output: {
      type: "object",
      properties: { amount: { type: "number" }, unit: { type: "string", const: "EUR" } },
      required: ["amount", "unit"],
    },
  },
  {
    name: "toJSON of a part of itself",
    type: "List",
    code: `
interface List {
  toJSON(): { next?: List };
}
`,
    output: {
      type: "object",
      properties: { next: { $ref: "#/$defs/List" } },
      $defs: { List: { type: "object", properties: { next: { $ref: "#/$defs/List" } } } },
    },
  },
  {
    name: "an optional element of a tuple may be null",
    type: "[string, number?]",
    output: {
      type: "array",
      prefixItems: [{ type: "string" }, { anyOf: [{ type: "number" }, { type: "null" }] }],
      minItems: 1,
      maxItems: 2,
    },
  },
  {
    name: "getters of objects are there",
    type: "typeof config",
    code: `
const config = {
  get port() {
    return 80;
  },
};
`,
    output: { type: "object", properties: { port: { type: "number" } }, required: ["port"] },
  },
  {
    name: "two objects of a set may read the same",
    type: "[Set<{ a: 1 }>, Set<Date>, Set<number | null>, Set<bigint>]",
    output: {
      type: "array",
      prefixItems: [{
        type: "array",
        items: { type: "object", properties: { a: { type: "number", const: 1 } }, required: ["a"] },
        "x-mcp-type": "Set",
      }, {
        type: "array",
        items: { type: "string", format: "date-time", "x-mcp-type": "Date" },
        "x-mcp-type": "Set",
      }, {
        type: "array",
        items: { anyOf: [{ type: "number" }, { type: "null" }] },
        uniqueItems: true,
        "x-mcp-type": "Set",
      }, {
        type: "array",
        items: {
          anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
          "x-mcp-type": "bigint",
        },
        uniqueItems: true,
        "x-mcp-type": "Set",
      }],
      minItems: 4,
      maxItems: 4,
    },
  },
  {
    name: "classes that extend those of the platform",
    type: "[Names, Points, Problem, Day]",
    code: `
class Names extends Set<string> {
  x = 1;
}
class Points extends Array<number> {
  sum() {}
}
class Problem extends Error {
  status = 404;
}
class Day extends Date {}
`,
    output: {
      type: "array",
      prefixItems: [
        { type: "array", items: { type: "string" }, uniqueItems: true, "x-mcp-type": "Set" },
        { type: "array", items: { type: "number" } },
        { type: "object", properties: { status: { type: "number" } }, required: ["status"] },
        { type: "string" },
      ],
      minItems: 4,
      maxItems: 4,
    },
  },
  {
    name: "numbers in typed arrays",
    type: "[Float64Array, Uint8ClampedArray, BigInt64Array]",
    output: {
      type: "array",
      prefixItems: [{ type: "array", items: { type: "number" } }, {
        type: "array",
        items: { type: "number" },
      }, {
        type: "array",
        items: {
          anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
          "x-mcp-type": "bigint",
        },
      }],
      minItems: 3,
      maxItems: 3,
    },
  },
  {
    name: "dates beside texts",
    type: "{ at: Date | string; bytes: Uint8Array | string; n: bigint | number }",
    output: {
      type: "object",
      properties: {
        at: {
          anyOf: [{ type: "string", format: "date-time", "x-mcp-type": "Date" }, {
            type: "string",
          }],
        },
        bytes: {
          anyOf: [marked("Uint8Array"), {
            type: "string",
          }],
        },
        n: {
          anyOf: [{
            anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }],
            "x-mcp-type": "bigint",
          }, { type: "number" }],
        },
      },
      required: ["at", "bytes", "n"],
    },
  },
  {
    name: "literal bigints are text",
    type: "1n | 2n",
    output: { type: "string", enum: ["1", "2"], "x-mcp-type": "bigint" },
  },
  {
    name: "what no one knows may be missing",
    type: "{ a: unknown; b: any }",
    output: { type: "object", properties: { a: {}, b: {} } },
  },
  {
    name: "a number that is computed",
    type: "Size",
    code: 'enum Size { A = "x".length, B = 2 }',
    output: { anyOf: [{ type: "number", const: 2 }, { type: "number" }] },
  },
];
