/** A type that is refused, and why. */
export interface Refusal {
  readonly type: string;
  /** The type parameters of the function. */
  readonly generic?: string;
  /** What is declared after it, from the second line on. */
  readonly code?: string;
  /** Line, column, and message without what it is about. */
  readonly problems: readonly string[];
}

/** Types that cannot be arguments. */
export const REFUSED_ARGUMENTS: readonly Refusal[] = [
  {
    type: "Missing",
    problems: ["1:34 the type Missing cannot be resolved; declare or import it"],
  },
  {
    type: "{ a: Missing.Deep[] }",
    problems: ["1:39 a[]: the type Missing.Deep cannot be resolved; declare or import it"],
  },
  {
    type: "Lost",
    code: 'import type { Lost } from "./lost.ts";',
    problems: ["1:34 the type Lost cannot be resolved; declare or import it"],
  },
  {
    type: "T",
    generic: "<T>",
    problems: ["1:30 a schema cannot hold an open type parameter, T; write a concrete type"],
  },
  {
    type: "{ list: T[] }",
    generic: "<T>",
    problems: [
      "1:39 list[]: a schema cannot hold an open type parameter, T; write a concrete type",
    ],
  },
  {
    type: "keyof T",
    generic: "<T>",
    problems: ["1:30 a schema cannot hold an open type parameter, keyof T; write a concrete type"],
  },
  {
    type: "T extends string ? 1 : 2",
    generic: "<T>",
    problems: [
      "1:30 a schema cannot hold an open type parameter, T extends string ? 1 : 2; write a concrete type",
    ],
  },
  {
    type: "`x-${T}`",
    generic: "<T extends string>",
    problems: ["1:45 a schema cannot hold an open type parameter, `x-${T}`; write a concrete type"],
  },
  {
    type: "() => void",
    problems: ["1:27 a function is no data; leave it out"],
  },
  {
    type: "{ a: string; done?: () => void }",
    problems: ["1:47 done: a function is no data; leave it out"],
  },
  {
    type: "Function",
    problems: ["1:27 a function is no data; leave it out"],
  },
  {
    type: "typeof Date",
    problems: ["1:27 a function is no data; leave it out"],
  },
  {
    type: "Api",
    code: `interface Api {
  name: string;
  get(): string;
  set: (value: string) => void;
}`,
    problems: [
      "4:3 get: a function is no data; leave it out",
      "5:3 set: a function is no data; leave it out",
    ],
  },
  {
    type: "symbol",
    problems: ["1:27 a symbol is no data; use a string"],
  },
  {
    type: "{ a: symbol[] }",
    problems: ["1:36 a[]: a symbol is no data; use a string"],
  },
  {
    type: "{ [key]: string }",
    code: "declare const key: unique symbol;",
    problems: ["1:27 JSON has no keys that are symbols; name all members by text"],
  },
  {
    type: "never",
    problems: ["1:27 never has no values; leave it out"],
  },
  {
    type: "{ a: never }",
    problems: ["1:36 a: never has no values; leave it out"],
  },
  {
    type: "undefined",
    problems: ["1:27 undefined is no data by itself; use null, or leave it out"],
  },
  {
    type: "void",
    problems: ["1:27 undefined is no data by itself; use null, or leave it out"],
  },
  {
    type: "{ a: undefined }",
    problems: ["1:36 a: undefined is no data by itself; use null, or leave it out"],
  },
  {
    type: "undefined[]",
    problems: ["1:27 []: undefined is no data by itself; use null, or leave it out"],
  },
  {
    type: "Promise<string>",
    problems: ["1:27 a promise is no data; write what it resolves to"],
  },
  {
    type: "{ later: PromiseLike<string> }",
    problems: ["1:36 later: a promise is no data; write what it resolves to"],
  },
  {
    type: "AsyncGenerator<string>",
    problems: ["1:27 a generator or stream is no data; write a list of its items"],
  },
  {
    type: "{ rows: Iterable<string> }",
    problems: ["1:36 rows: Iterable<string> is no data; write a list"],
  },
  {
    type: "ReadableStream<string>",
    problems: ["1:27 ReadableStream<string> is no data; read it first"],
  },
  {
    type: '{ kind: "a" } & { kind: "b" }',
    problems: ["1:27 never has no values; leave it out"],
  },
  {
    type: "Date | string",
    problems: ["1:27 Date and string cannot be told apart in JSON; write one of them"],
  },
  {
    type: "(Date | string)[]",
    problems: ["1:27 []: Date and string cannot be told apart in JSON; write one of them"],
  },
  {
    type: "{ when: string | Date | null }",
    problems: ["1:36 when: string and Date cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Audit",
    code: `interface Audit {
  id: string;
  /** When it was. */
  at?: string | Date;
}`,
    problems: ["5:3 at: string and Date cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Uint8Array | string",
    problems: ["1:27 Uint8Array and string cannot be told apart in JSON; write one of them"],
  },
  {
    type: 'Uint8Array | "auto"',
    problems: ['1:27 Uint8Array and "auto" cannot be told apart in JSON; write one of them'],
  },
  {
    type: "Blob | string",
    problems: ["1:27 Blob and string cannot be told apart in JSON; write one of them"],
  },
  {
    type: "URL | Date",
    problems: ["1:27 URL and Date cannot be told apart in JSON; write one of them"],
  },
  {
    type: "string | RegExp",
    problems: ["1:27 string and RegExp cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Date | Temporal.Instant",
    problems: ["1:27 Date and Temporal.Instant cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Date | `v${string}`",
    problems: ["1:27 Date and `v${string}` cannot be told apart in JSON; write one of them"],
  },
  {
    type: "bigint | number",
    problems: ["1:27 bigint and number cannot be told apart in JSON; write one of them"],
  },
  {
    type: "bigint | string",
    problems: ["1:27 bigint and string cannot be told apart in JSON; write one of them"],
  },
  {
    type: "bigint | 5",
    problems: ["1:27 bigint and 5 cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Set<string> | string[]",
    problems: ["1:27 Set<string> and string[] cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Map<string, number> | Record<string, number>",
    problems: [
      "1:27 Map<string, number> and Record<string, number> cannot be told apart in JSON; write one of them",
    ],
  },
  {
    type: 'Map<string, string> | { kind: "a" }',
    problems: [
      '1:27 Map<string, string> and { kind: "a"; } cannot be told apart in JSON; write one of them',
    ],
  },
  {
    type: "Set<Date> | Set<string>",
    problems: ["1:27 Set<Date> and Set<string> cannot be told apart in JSON; write one of them"],
  },
  {
    type: "Date[] | string[]",
    problems: ["1:27 Date[] and string[] cannot be told apart in JSON; write one of them"],
  },
  {
    type: "[Date] | [string, number?]",
    problems: [
      "1:27 [Date] and [string, (number | undefined)?] cannot be told apart in JSON; write one of them",
    ],
  },
  {
    type: "{ at: Date } | { at: string }",
    problems: [
      '1:27 { at: Date; } and { at: string; } cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: '{ kind: "a"; at: Date } | { kind: string; at: string }',
    problems: [
      '1:27 { kind: "a"; at: Date; } and { kind: string; at: string; } cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: "Record<string, Date> | Record<string, string>",
    problems: [
      '1:27 Record<string, Date> and Record<string, string> cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: "{ at: Date } | Record<string, string>",
    problems: [
      '1:27 { at: Date; } and Record<string, string> cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: "A | B",
    code: `interface A {
  at: Date;
  next?: A;
}
interface B {
  at?: string;
  next?: B;
}`,
    problems: [
      '1:27 A and B cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: "A | B",
    code: `interface A {
  at?: Date;
  left: A | null;
  right: A | null;
  middle: A | null;
}
interface B {
  at?: string;
  left: B | null;
  right: B | null;
  middle: B | null;
}`,
    problems: [
      '1:27 A and B cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: "{ at: Date; on?: string } | { at?: string; on: string }",
    problems: [
      '1:27 { at: Date; on?: string | undefined; } and { at?: string | undefined; on: string; } cannot be told apart in JSON; give each a literal member that tells which it is, such as kind: "a"',
    ],
  },
  {
    type: "Map<number, string>",
    problems: ["1:27 the keys of a Map are text in JSON, not number; write a list of pairs"],
  },
  {
    type: 'Map<"a" | 1, string>',
    problems: ['1:27 the keys of a Map are text in JSON, not 1 | "a"; write a list of pairs'],
  },
  {
    type: "Map<Date, string>",
    problems: ["1:27 the keys of a Map are text in JSON, not Date; write a list of pairs"],
  },
  {
    type: "[string, ...number[], boolean]",
    problems: [
      "1:27 what follows the rest of a tuple cannot be told in JSON Schema; write the rest last",
    ],
  },
  {
    type: "[...string[], number]",
    problems: [
      "1:27 what follows the rest of a tuple cannot be told in JSON Schema; write the rest last",
    ],
  },
  {
    type: "Point",
    code: `class Point {
  x = 0;
  length() {
    return this.x;
  }
}`,
    problems: [
      "1:27 Point has methods (length), which no value from JSON has; write an interface of its fields",
    ],
  },
  {
    type: "Key",
    code: `class Key {
  private value = 1;
}`,
    problems: [
      "1:27 Key has private members, which no value from JSON has; write an interface of its public fields",
    ],
  },
  {
    type: "Key",
    code: `class Key {
  #value = 1;
  read = this.#value;
}`,
    problems: [
      "1:27 Key has private members, which no value from JSON has; write an interface of its public fields",
    ],
  },
  {
    type: "Error",
    problems: ["1:27 Error is no data; write its message"],
  },
  {
    type: "{ file: File }",
    problems: ["1:36 file: File is no data; use a Blob, with its name beside it"],
  },
  {
    type: "AbortSignal",
    problems: ["1:27 AbortSignal is no data; take ctx: Context, and use ctx.signal"],
  },
  {
    type: "Request",
    problems: ["1:27 Request is no data; write what is needed of it"],
  },
  {
    type: "Headers",
    problems: ["1:27 Headers is no data; write its entries as an object"],
  },
  {
    type: "Float32Array",
    problems: ["1:27 Float32Array is no data; write number[]"],
  },
  {
    type: "DataView",
    problems: ["1:27 DataView is no data; use a Uint8Array"],
  },
  {
    type: "SharedArrayBuffer",
    problems: ["1:27 SharedArrayBuffer is no data; use a Uint8Array"],
  },
  {
    type: "WeakMap<object, string>",
    problems: ["1:27 WeakMap<object, string> is no data; write what is needed of it"],
  },
  {
    type: "Date & { x: 1 }",
    problems: ["1:27 Date & { x: 1; } has no form in JSON; write one of its parts"],
  },
  {
    type: "string[] & { x: 1 }",
    problems: ["1:27 string[] & { x: 1; } has no form in JSON; write one of its parts"],
  },
  {
    type: "Size",
    code: `enum Size {
  A = "x".length,
}`,
    problems: ["1:27 the value of Size is computed; write it out"],
  },
  {
    type: "1e999",
    problems: ["1:27 Infinity is no number of JSON; write another one"],
  },
  {
    type: "Grow<string>",
    code: "type Grow<T> = { value: T; next?: Grow<T[]> };",
    problems: [
      "1:27 the type has more than 60 levels, or grows without an end; write one that ends, or contains itself as it is",
    ],
  },
  {
    type: "Wide",
    code: `type Wide = Both<Both<Both<Both<Both<Both<Both<{ x: 1; y: 2; z: 3 }>>>>>>>;
type Both<T> = { a: T; b: T; c: T; d: T };`,
    problems: ["1:27 the type has more than 5000 parts; write a smaller one"],
  },
  {
    type: "{ first: Missing; second: Date | string; third: () => void }",
    problems: [
      "1:43 first: the type Missing cannot be resolved; declare or import it",
      "1:75 third: a function is no data; leave it out",
      "1:52 second: Date and string cannot be told apart in JSON; write one of them",
    ],
  },
  {
    type: "[Audit, Audit]",
    code: `interface Audit {
  at: string | Date;
}`,
    problems: ["3:3 [0].at: string and Date cannot be told apart in JSON; write one of them"],
  },
];

/** Types that cannot be results. */
export const REFUSED_RESULTS: readonly Refusal[] = [
  {
    type: "() => void",
    problems: ["1:27 a function is no data; leave it out"],
  },
  {
    type: "(() => void)[]",
    problems: ["1:27 []: a function is no data; leave it out"],
  },
  {
    type: "symbol",
    problems: ["1:27 a symbol is no data; use a string"],
  },
  {
    type: "{ a: Promise<1> }",
    problems: ["1:36 a: a promise is no data; write what it resolves to"],
  },
  {
    type: "{ a: Generator<1> }",
    problems: ["1:36 a: a generator or stream is no data; write a list of its items"],
  },
  {
    type: "{ error: Error }",
    problems: ["1:36 error: Error is no data; write its message"],
  },
  {
    type: "{ body: Response }",
    problems: ["1:36 body: Response is no data; read its body first"],
  },
  {
    type: "{ file: File }",
    problems: ["1:36 file: File is no data; use a Blob, with its name beside it"],
  },
  {
    type: "Map<number, string>",
    problems: ["1:27 the keys of a Map are text in JSON, not number; write a list of pairs"],
  },
  {
    type: "T[]",
    generic: "<T>",
    problems: ["1:30 []: a schema cannot hold an open type parameter, T; write a concrete type"],
  },
  {
    type: "DataView",
    problems: ["1:27 DataView is no data; use a Uint8Array"],
  },
  {
    type: "{ a: Missing }",
    problems: ["1:39 a: the type Missing cannot be resolved; declare or import it"],
  },
  {
    type: "Iterable<string>",
    problems: ["1:27 Iterable<string> is no data; write a list"],
  },
  {
    type: "Grow<1>",
    code: "type Grow<T> = { value: T; next?: Grow<T[]> };",
    problems: [
      "1:27 the type has more than 60 levels, or grows without an end; write one that ends, or contains itself as it is",
    ],
  },
];
