import assert from "node:assert/strict";
import { findFunction } from "../../../src/schema/from_types/find_function.ts";
import { readFunction } from "../../../src/schema/from_types/read_function.ts";
import { typedSource } from "../../support/typed_source.ts";
import { readSources } from "../../support/function_cases.ts";

type Schema = Record<string, unknown>;

/** What a comment makes of a function `(a: string, b?: number)`, or of other parameters. */
interface Told {
  readonly title?: string;
  readonly description?: string;
  readonly input?: Schema;
  readonly output?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const TEXT = { type: "string" };
const NUMBER = { type: "number" };

const FUNCTIONS: ReadonlyArray<readonly [name: string, source: string, told: Told]> = [
  ["free text of one line", "/** Adds. */\nfunction f() {}", { description: "Adds." }],
  ["an empty comment", "/** */\nfunction f() {}", {}],
  ["a comment that is no JSDoc", "/* Adds. */\nfunction f() {}", {}],
  ["no comment", "function f() {}", {}],
  [
    "lines are kept, without their margin",
    "/**\n * Adds.\n *\n *     code\n *   - point\n * Ends.  \n */\nfunction f() {}",
    { description: "Adds.\n\n    code\n  - point\nEnds." },
  ],
  [
    "text that begins beside the stars",
    "/** Adds\n * two numbers. */\nfunction f() {}",
    { description: "Adds\ntwo numbers." },
  ],
  [
    "a comment without stars",
    "/**\n  Adds.\n    further in\n  @param a First\n*/\nfunction f(a: string) {}",
    { description: "Adds.\n  further in", properties: { a: { ...TEXT, description: "First" } } },
  ],
  [
    "Windows line ends and tabs",
    "\t/**\r\n\t * Adds.\r\n\t *\tMore.\r\n\t * @param a\tFirst\r\n\t */\r\nfunction f(a: string) {}",
    { description: "Adds.\n\tMore.", properties: { a: { ...TEXT, description: "First" } } },
  ],
  [
    "links are their text",
    "/** See {@link g}, {@linkcode h|the h}, {@link https://x.y  a page} and `{@link k}`. */\nfunction f() {}",
    { description: "See g, the h, a page and `{@link k}`." },
  ],
  [
    "other alphabets, and the end of a comment inside it",
    "/** Größe 🎉 日本 *\\/ */\nfunction f() {}",
    { description: "Größe 🎉 日本 */" },
  ],
  [
    "what looks like a tag and is none",
    "/** Mail a@minimum.com or @default.com, @std/x, `@pattern x` and @home. */\nfunction f() {}",
    { description: "Mail a@minimum.com or @default.com, @std/x, `@pattern x` and @home." },
  ],
  [
    "other tags are left out with their text",
    "/**\n * Adds.\n * @see g\n *   and more\n * @throws {Error} never\n * @since 1.0\n */\nfunction f() {}",
    { description: "Adds." },
  ],
  [
    "the last comment before the function is its own",
    "/** Old. */\n/** Adds. */\nfunction f() {}",
    { description: "Adds." },
  ],
  [
    "the comment of the module is not that of the function",
    "/**\n * All about it.\n * @module\n */\nfunction f() {}",
    {},
  ],
  ["the comment of a constant", "/** Adds. */\nexport const f = () => {};", {
    description: "Adds.",
  }],
  [
    "the comment of the second constant of a statement",
    "/** One. */\nconst g = 1,\n  /** Two. */\n  f = () => {};",
    { description: "Two." },
  ],
  ["the comment of an arrow", "const f = /** Adds. */ () => {};", { description: "Adds." }],
  [
    "title, what is deprecated, examples",
    "/**\n * Adds.\n * @example\n * ```ts\n * @decorated\n * f(); // @minimum 1\n * ```\n" +
    " * @deprecated use g\n * @title Add up\n */\nfunction f() {}",
    {
      title: "Add up",
      description:
        "Adds.\n\nDeprecated: use g\n\nExample:\n```ts\n@decorated\nf(); // @minimum 1\n```",
    },
  ],
  ["deprecated for no reason", "/** @deprecated */\nfunction f() {}", {
    description: "Deprecated.",
  }],
  [
    "a description in a tag",
    "/** @description Adds. */\nfunction f() {}",
    { description: "Adds." },
  ],
  // Parameters
  [
    "parameters on several lines, with hyphens and types",
    "/**\n * Adds.\n * @param a - First\n *   term.\n * @param {number} b Second.\n */\n" +
    "function f(a: string, b: number) {}",
    {
      description: "Adds.",
      properties: {
        a: { ...TEXT, description: "First\nterm." },
        b: { ...NUMBER, description: "Second." },
      },
    },
  ],
  [
    "names in brackets, and types with braces",
    "/**\n * @param {{ a: { b: string } }} [a={}] First\n * @param a2\n */\nfunction f(a: string, a2: string) {}",
    { properties: { a: { ...TEXT, description: "First" }, a2: TEXT } },
  ],
  [
    "all on one line",
    "/** Adds. @param a First. @minLength 1 @param b Second @minimum 0 @maximum 9 @returns Sum. */\n" +
    "function f(a: string, b: number): number { return b; }",
    {
      description: "Adds.",
      properties: {
        a: { ...TEXT, description: "First.", minLength: 1 },
        b: { ...NUMBER, description: "Second", minimum: 0, maximum: 9 },
      },
      output: { ...NUMBER, description: "Sum." },
    },
  ],
  [
    "tags on the lines below a parameter",
    '/**\n * @param a First\n * @minLength 1\n *   @example "x"\n *   @title A\n * @example f("y")\n */\n' +
    "function f(a: string) {}",
    {
      description: 'Example:\nf("y")',
      properties: {
        a: { ...TEXT, title: "A", description: "First", minLength: 1, examples: ["x"] },
      },
    },
  ],
  [
    "limits of the result",
    "/** @returns {number} - Sum. @minimum 0 */\nfunction f() { return 1 as number; }",
    { output: { ...NUMBER, description: "Sum.", minimum: 0 } },
  ],
  ["a result that has no schema", "/** @return Nothing */\nfunction f() {}", {}],
  [
    "members of an object that is taken apart, under any name",
    "/**\n * @param opts Where to look\n * @param opts.city City\n * @param opts.at.x Place\n */\n" +
    "function f({ city, at }: { city: string; at: { x: number } }) {}",
    {
      input: { description: "Where to look" },
      properties: {
        city: { ...TEXT, description: "City" },
        at: {
          type: "object",
          properties: { x: { ...NUMBER, description: "Place" } },
          required: ["x"],
        },
      },
    },
  ],
  [
    "members of an object that is taken apart, by their own names",
    "/** @param city City @param at.x Place */\nfunction f({ city, at }: { city: string; at: { x: number } }) {}",
    {
      properties: {
        city: { ...TEXT, description: "City" },
        at: {
          type: "object",
          properties: { x: { ...NUMBER, description: "Place" } },
          required: ["x"],
        },
      },
    },
  ],
  [
    "members of a parameter, of its list, and where it may be null",
    "/** @param a.city City @param b[].c Each @param d.e Maybe */\n" +
    "function f(a: { city: string }, b: { c: string }[], d: { e: string } | null) {}",
    {
      properties: {
        a: {
          type: "object",
          properties: { city: { ...TEXT, description: "City" } },
          required: ["city"],
        },
        b: {
          type: "array",
          items: {
            type: "object",
            properties: { c: { ...TEXT, description: "Each" } },
            required: ["c"],
          },
        },
        d: {
          anyOf: [
            {
              type: "object",
              properties: { e: { ...TEXT, description: "Maybe" } },
              required: ["e"],
            },
            { type: "null" },
          ],
        },
      },
    },
  ],
  [
    "comments at the parameters, which @param overrules",
    "/** @param b Of the function */\nfunction f(/** Of a @minLength 1 */ a: string, /** Of b */ b: string) {}",
    {
      properties: {
        a: { ...TEXT, description: "Of a", minLength: 1 },
        b: { ...TEXT, description: "Of the function" },
      },
    },
  ],
  [
    "a parameter without brackets has no comment of its own",
    "const f: (a: string) => void = /** Adds. */ a => {};",
    { description: "Adds.", properties: { a: TEXT } },
  ],
  [
    "parameters that the model does not see",
    "/** @param ctx The call @param db.url The base */\nfunction f(ctx: Context, db = depends(() => 1)) {}",
    {},
  ],
  [
    "members that are injected",
    "/** @param opts.a First @param opts.db The base */\n" +
    "function f({ a, db = depends(() => 1) }: { a: string; db?: number }) {}",
    { properties: { a: { ...TEXT, description: "First" } } },
  ],
  [
    "a context that is taken apart, and members that are injected",
    "/** @param opts.a First @param opts.db The base @param call.log The log */\n" +
    "function f({ a, db = depends(() => 1) }: { a: string; db?: number }, { log }: Context) {}",
    { properties: { a: { ...TEXT, description: "First" } } },
  ],
  // Members
  [
    "comments of members, on the line of the bracket too",
    "interface Where {\n  /** City @minLength 1 */\n  city: string; /** of nobody */\n  more?: string;\n  /**\n   * Days\n   * @minimum 1\n   */\n  days?: number;\n}\n" +
    "function f(w: Where, o: { /** Id */ id: string, /** Size */ size?: number }) {}",
    {
      properties: {
        w: {
          type: "object",
          properties: {
            city: { ...TEXT, description: "City", minLength: 1 },
            more: TEXT,
            days: { ...NUMBER, description: "Days", minimum: 1 },
          },
          required: ["city"],
        },
        o: {
          type: "object",
          properties: {
            id: { ...TEXT, description: "Id" },
            size: { ...NUMBER, description: "Size" },
          },
          required: ["id"],
        },
      },
    },
  ],
  [
    "comments of members come along through Pick and Partial",
    "interface Where { /** City */ city: string; /** Days */ days: number }\n" +
    'function f(a: Pick<Where, "city">, b: Partial<Where>) {}',
    {
      properties: {
        a: {
          type: "object",
          properties: { city: { ...TEXT, description: "City" } },
          required: ["city"],
        },
        b: {
          type: "object",
          properties: {
            city: { ...TEXT, description: "City" },
            days: { ...NUMBER, description: "Days" },
          },
        },
      },
    },
  ],
  [
    "members of an object that is taken apart have comments of their own",
    "function f({ a, b }: {\n  /** First @title A */\n  a: string;\n  /** @deprecated use a */\n  b?: string;\n}) {}",
    {
      properties: {
        a: { ...TEXT, title: "A", description: "First" },
        b: { ...TEXT, description: "Deprecated: use a", deprecated: true },
      },
    },
  ],
  // Tags
  [
    "every limit",
    "/**\n * @param a @minimum 0 @maximum 10 @multipleOf 0.5\n" +
    " * @param b @exclusiveMinimum -1 @exclusiveMaximum 1e3 @integer\n" +
    " * @param c @minLength 1 @maxLength 9 @format email\n * @param d @minItems 1 @maxItems 9 @uniqueItems\n */\n" +
    "function f(a: number, b: number, c: string, d: string[]) {}",
    {
      properties: {
        a: { ...NUMBER, minimum: 0, maximum: 10, multipleOf: 0.5 },
        b: { type: "integer", exclusiveMinimum: -1, exclusiveMaximum: 1000 },
        c: { ...TEXT, format: "email", minLength: 1, maxLength: 9 },
        d: { type: "array", items: TEXT, minItems: 1, maxItems: 9, uniqueItems: true },
      },
    },
  ],
  [
    "limits that the type has by itself",
    "/** @param a @uniqueItems @minItems 1 */\nfunction f(a: Set<string>) {}",
    {
      properties: {
        a: { type: "array", items: TEXT, minItems: 1, uniqueItems: true, "x-mcp-type": "Set" },
      },
    },
  ],
  [
    "limits go to the part that they are for",
    "/** @param a @minimum 1 @integer @param b @maxLength 3 @minimum 1 @param c @minLength 2 @minItems 1 */\n" +
    "function f(a: number | null, b: string | number, c: string[]) {}",
    {
      properties: {
        a: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
        b: { anyOf: [{ ...TEXT, maxLength: 3 }, { ...NUMBER, minimum: 1 }] },
        c: { type: "array", items: { ...TEXT, minLength: 2 }, minItems: 1 },
      },
    },
  ],
  [
    "patterns with blanks, braces and at-signs, up to the next tag",
    "/**\n * @param a @pattern ^[a-z @]{2,3} \\{x\\}$ @minLength 2\n * @param b @pattern ^[\\w-.]+@x$\n */\nfunction f(a: string, b: string) {}",
    {
      properties: {
        a: { ...TEXT, pattern: "^[a-z @]{2,3} \\{x\\}$", minLength: 2 },
        b: { ...TEXT, pattern: "^[\\w\\-.]+@x$" },
      },
    },
  ],
  [
    "defaults and examples: JSON, or text",
    '/**\n * @param a @default metric @example "x" @example 5 @example plain text\n' +
    " * @param b @default 5 @example `6`\n */\nfunction f(a?: string, b?: number) {}",
    {
      properties: {
        a: { ...TEXT, default: "metric", examples: ["x", "5", "plain text"] },
        b: { ...NUMBER, default: 5, examples: [6] },
      },
    },
  ],
  [
    "patterns in backticks, and at-signs that begin no tag",
    "/** Asks \\@default. @param a @pattern `^a @pattern$` */\nfunction f(a: string) {}",
    { description: "Asks @default.", properties: { a: { ...TEXT, pattern: "^a @pattern$" } } },
  ],
  [
    "examples in fences, and fences of waves",
    '/**\n * Adds.\n * ~~~\n * @param x\n * ~~~\n * @param a First @example\n * ```json\n * { "b": 1 }\n * ```\n */\n' +
    "function f(a: { b: number }) {}",
    {
      description: "Adds.\n~~~\n@param x\n~~~",
      properties: {
        a: {
          type: "object",
          description: "First",
          properties: { b: NUMBER },
          required: ["b"],
          examples: [{ b: 1 }],
        },
      },
    },
  ],
  [
    "names in brackets, with lists as defaults",
    '/**\n * @param {string[]} [a=["x", "y"]] - First\n * @param [b = [[1], [2]]] Second\n */\n' +
    "function f(a: string[] = [], b?: number[][]) {}",
    {
      properties: {
        a: { type: "array", description: "First", items: TEXT, default: [] },
        b: { type: "array", description: "Second", items: { type: "array", items: NUMBER } },
      },
    },
  ],
  [
    "what has a default may be left out",
    "/** @param a @default 'x' */\nfunction f(a: string) {}",
    { input: { required: undefined }, properties: { a: { ...TEXT, default: "x" } } },
  ],
  [
    "the default of the code, and the same in a tag",
    "/** @param a @default 5 */\nfunction f(a = 5) {}",
    { properties: { a: { ...NUMBER, default: 5 } } },
  ],
];

Deno.test("functionDoc reads what comments say", async (t) => {
  const all = readSources(Object.fromEntries(FUNCTIONS.map(([name, source]) => [name, source])));
  for (const [name, , { title, description, input = {}, output, properties = {} }] of FUNCTIONS) {
    await t.step(name, () => {
      const { signature, problems } = all.get(name)!;
      assert.deepEqual(problems, []);
      assert.equal(signature?.title, title);
      assert.equal(signature?.description, description);
      assert.deepEqual(signature?.output, output);
      assert.deepEqual(signature?.input.properties, properties);
      for (const [key, value] of Object.entries(input)) {
        assert.deepEqual(signature?.input[key], value);
      }
    });
  }
});

Deno.test("functionDoc leaves wrong tags of packages alone", () => {
  const { reading, file } = typedSource({
    "/source/package.d.ts": "/** Picks. @param a A @minimum x @param c Gone */\n" +
      "export declare function f(a: number, b: { /** @maxLength 1 @minimun 3 */ c: number }): void;",
    "/source/a.ts": 'import { f } from "./package.d.ts";\nmcp.tool(f, import.meta);',
  });
  const request = { url: "", kind: "tool", key: "f", functionName: "f", length: 2 } as const;
  const found = findFunction(request, file("/source/a.ts"), reading)!;
  assert.deepEqual(readFunction(found, "tool", reading)?.input.properties, {
    a: { type: "number", description: "A" },
    b: { type: "object", properties: { c: { type: "number" } }, required: ["c"] },
  });
  assert.deepEqual(reading.problems, []);
});

/** Comments of a function `(a: string, n: number, l: string[], o: { city: string }, x: any)`. */
const PROBLEMS: ReadonlyArray<readonly [comment: string, ...problems: string[]]> = [
  ["/** @param aa A */", '1:5 @param aa names no parameter; did you mean "a"?'],
  ["/** @param length L */", "1:5 @param length names no parameter"],
  ["/**\n * @param citty C\n */", "2:4 @param citty names no parameter"],
  [
    "/** @param o.citty C */",
    '1:5 @param o.citty names no member that is written out here; did you mean "city"?',
  ],
  ["/** @param a.b C */", "1:5 @param a.b names no member that is written out here"],
  ["/** @param a A @param a B */", "1:16 @param a is there twice: leave one out"],
  ["/** Adds. @param */", "1:11 @param takes a name, as in @param city The city"],
  ["/** @returns A\n * @return B */", "2:4 @return is there twice: leave one out"],
  ["/** @title */", "1:5 @title takes a text"],
  ["/** @title A\n * @title B */", "2:4 @title is there twice: leave one out"],
  [
    "/** Adds. @minimum 0 */",
    "1:11 @minimum is for a parameter or the result: write it after its @param or @returns",
  ],
  ["/** @param n @minimum abc */", '1:14 @minimum takes a number, as in @minimum 0, got "abc"'],
  ["/** @param n @minimum */", "1:14 @minimum takes a number, as in @minimum 0"],
  [
    "/** @param n @maximum 3 apples */",
    '1:14 @maximum takes a number, as in @maximum 100, got "3 apples"',
  ],
  [
    "/** @param n @exclusiveMinimum 1 @exclusiveMaximum 1 */",
    "1:34 @exclusiveMinimum 1 and @exclusiveMaximum 1 leave no value for n",
  ],
  [
    "/** @param n @multipleOf 0 */",
    '1:14 @multipleOf takes a number above 0, as in @multipleOf 5, got "0"',
  ],
  ["/** @param n @maximum 3 @minimum 5 */", "1:25 @minimum 5 and @maximum 3 leave no value for n"],
  ["/** @param n @integer yes */", '1:14 @integer takes nothing after it, got "yes"'],
  ["/** @param n @minimum 1 @minimum 2 */", "1:25 @minimum is there twice: leave one out"],
  ["/** @param n\n * @minLength 1 */", "2:4 @minLength is for text, and n is a number"],
  ["/** @param a @minimum 1 */", "1:14 @minimum is for numbers, and a is text"],
  ["/** @param a @minItems 1 */", "1:14 @minItems is for lists, and a is text"],
  ["/** @param l @maximum 1 */", "1:14 @maximum is for numbers, and l is a list"],
  ["/** @param o @format date */", "1:14 @format is for text, and o is an object"],
  ["/** @param x @pattern ^a */", "1:14 @pattern is for text, and x is of any type"],
  [
    "/** @param a @minLength -1 */",
    '1:14 @minLength takes a whole number, as in @minLength 1, got "-1"',
  ],
  [
    "/** @param a @minLength 3 @maxLength 2 */",
    "1:27 @minLength 3 and @maxLength 2 leave no value for a",
  ],
  [
    "/** @param a @pattern ( */",
    "1:14 @pattern takes a regular expression without slashes or quotes, as in " +
    '@pattern ^[a-z]+$, got "("',
  ],
  [
    "/** @param a @pattern /^a$/i */",
    "1:14 @pattern takes a regular expression without slashes or quotes, as in " +
    '@pattern ^[a-z]+$, got "/^a$/i"',
  ],
  [
    "/** @param a @pattern '^a$' */",
    "1:14 @pattern takes a regular expression without slashes or quotes, as in " +
    "@pattern ^[a-z]+$, got \"'^a$'\"",
  ],
  [
    "/** @param a @format emial */",
    '1:14 @format takes a format of JSON Schema, as in @format email; did you mean "email"?',
  ],
  ["/** @param l @uniqueItems 3 */", '1:14 @uniqueItems takes nothing after it, got "3"'],
  [
    "/** @param n @default many */",
    '1:14 @default many does not fit n: expected number, got string "many"',
  ],
  [
    "/** @param n @minimum 3 @default 2 */",
    "1:25 @default 2 does not fit n: expected at least 3, got number 2",
  ],
  [
    "/** @param n @example many */",
    '1:14 @example many does not fit n: expected number, got string "many"',
  ],
  ["/** @param n N\n *   @minimun 3 */", "2:6 @minimun is not known; did you mean @minimum?"],
  ["/**\n * @parm a A\n */", "2:4 @parm is not known; did you mean @param?"],
];

Deno.test("functionDoc notes wrong tags at their places", async (t) => {
  const rest = "\nfunction f(a: string, n: number, l: string[], o: { city: string }, x: any) {}";
  const all = readSources(
    Object.fromEntries(PROBLEMS.map(([comment]) => [comment, comment + rest])),
  );
  for (const [comment, ...problems] of PROBLEMS) {
    await t.step(comment, () => {
      const read = all.get(comment)!;
      assert.deepEqual(read.problems, problems);
      assert.equal(read.signature, undefined);
    });
  }
});

Deno.test("described notes wrong tags of members at their places", () => {
  const source = "interface Where {\n  /** City\n   * @minimum 3\n   */\n  city: string;\n}\n" +
    "function f(where: Where, { city }: Context) {}";
  assert.deepEqual(readSources({ source }).get("source"), {
    signature: undefined,
    problems: ["3:6 @minimum is for numbers, and city is text"],
  });
});
