import assert from "node:assert/strict";
import { image, result } from "@x/mcp";
import { toJson } from "../../src/content/json.ts";

class Point {
  x = 1;
  #hidden = 2;
  get sum() {
    return this.x + this.#hidden;
  }
}

class Row {
  cells = [1];
  *[Symbol.iterator]() {
    yield* this.cells;
  }
}

const CASES: ReadonlyArray<readonly [name: string, value: unknown, data: unknown]> = [
  ["null", null, null],
  ["nothing", undefined, undefined],
  ["text", "é\u2028", "é\u2028"],
  ["a bigint", 2n ** 60n, "1152921504606846976"],
  ["a bigint inside", { a: [1n] }, { a: ["1"] }],
  ["no number", [NaN, Infinity, -Infinity, 1.5], [null, null, null, 1.5]],
  ["a date", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
  ["an invalid date", [new Date(NaN)], [null]],
  ["a URL", [new URL("https://a.b/c")], ["https://a.b/c"]],
  ["toJSON of a class", { a: { toJSON: () => ({ b: 1n }) } }, { a: { b: "1" } }],
  ["toJSON that gives itself", Object.assign(new Point(), { toJSON: self }), { x: 1 }],
  ["toJSON of a list that gives itself", Object.assign([1, 2n], { toJSON: self }), [1, "2"]],
  ["toJSON of a map that gives itself", Object.assign(new Map([["a", 1]]), { toJSON: self }), {
    a: 1,
  }],
  ["toJSON that gives nothing", [{ toJSON() {} }, { toJSON: () => self }], [null, null]],
  ["toJSON that gives nothing, by itself", { toJSON() {} }, undefined],
  ["toJSON that gives a function, by itself", { toJSON: () => self }, undefined],
  ["an iterable with properties of its own", new Row(), { cells: [1] }],
  ["toJSON that is data", { toJSON: "text" }, { toJSON: "text" }],
  [
    "a map",
    new Map<string, unknown>([["a", 1n], ["__proto__", 2]]),
    JSON.parse('{"a":"1","__proto__":2}'),
  ],
  ["a set", { a: new Set([1, new Date(0)]) }, { a: [1, "1970-01-01T00:00:00.000Z"] }],
  ["numbers in a typed array", [new Float64Array([0.5, NaN])], [[0.5, null]]],
  ["bigints in a typed array", new BigInt64Array([5n]), ["5"]],
  ["what is left out", { a: undefined, b: () => 1, c: Symbol("s"), d: 1 }, { d: 1 }],
  ["what is null in a list", [undefined, () => 1, Symbol("s")], [null, null, null]],
  ["holes", [, 1], [null, 1]],
  ["an instance", new Point(), { x: 1 }],
  ["an error", { e: new Error("secret") }, { e: {} }],
  ["boxes", [Object(1), Object("a"), Object(true), Object(1n)], [1, "a", true, "1"]],
  [
    "a key __proto__",
    JSON.parse('{"__proto__":{"a":1},"b":[null]}'),
    JSON.parse('{"__proto__":{"a":1},"b":[null]}'),
  ],
  ["an object without prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ["one object twice", ((one) => [one, one])({ a: 1n }), [{ a: "1" }, { a: "1" }]],
];

function self(this: unknown) {
  return this;
}

for (const [name, value, data] of CASES) {
  Deno.test(`toJson: ${name}`, () => {
    const got = toJson(value);
    assert.equal(JSON.stringify(got), JSON.stringify(data));
    if (data !== undefined) assert.deepEqual(JSON.parse(JSON.stringify(got)), data);
    assert.deepEqual(toJson(got), got, "what is data stays what it is");
  });
}

Deno.test("toJson reads each part once: accessors, a toJSON that is one, and proxies", () => {
  let reads = 0;
  const counted = new Proxy({ a: 1, b: [2] }, {
    get: (target, key) => {
      if (key !== "toJSON") reads++;
      return Reflect.get(target, key);
    },
  });
  assert.deepEqual(toJson(counted), { a: 1, b: [2] });
  assert.equal(reads, 2);
  const rising = {
    get a() {
      return ++reads;
    },
  };
  assert.deepEqual(toJson([rising, { rising }]), [{ a: 3 }, { rising: { a: 4 } }]);
  const once = {
    get toJSON() {
      return reads++ > 4 ? undefined : () => "text";
    },
  };
  assert.equal(toJson(once), "text");
});

Deno.test("toJson gives data that nothing changes later, without symbol keys", () => {
  const rows = [{ a: 1, [Symbol("s")]: 2 }];
  const data = toJson({ rows }) as { rows: [object] };
  rows[0].a = 5;
  rows.push(rows[0]);
  assert.deepEqual(data, { rows: [{ a: 1 }] });
  assert.deepEqual(Reflect.ownKeys(data.rows[0]), ["a"]);
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

const cyclic: Record<string, unknown> = { list: [1] };
cyclic.child = { parent: cyclic };
const endless: { toJSON(): unknown } = { toJSON: () => ({ ...endless }) };

const REFUSED: ReadonlyArray<readonly [name: string, value: unknown, message: RegExp]> = [
  ["C018: a cycle", cyclic, /^child\.parent: the value contains itself$/],
  [
    "C018: a cycle with a large part before it",
    { rows: Array(1e5).fill({ a: 1 }), cyclic },
    /^cyclic\.child\.parent: /,
  ],
  ["C018: a function", () => 1, /^a function has no JSON form$/],
  ["a symbol", Symbol("s"), /^a symbol has no JSON form$/],
  ["too many levels", deep(1001), /nested more than 1000 levels deep$/],
  ["toJSON without end", endless, /nested more than 1000 levels deep$/],
  [
    "a map with other keys",
    { a: new Map([[1, 2]]) },
    /^a: a Map becomes an object, so its keys must be text$/,
  ],
  [
    "bytes",
    { a: { b: [1, new Uint8Array(2)] } },
    /^a\.b\.1: bytes are no data; write await image\(…\)\.toContent\(\)/,
  ],
  ["a buffer", [new ArrayBuffer(2)], /^0: bytes are no data/],
  ["a blob", { a: new Blob(["x"]) }, /^a: bytes are no data/],
  ["a view", { a: new DataView(new ArrayBuffer(2)) }, /^a: bytes are no data/],
  [
    "an image",
    { chart: image(new Uint8Array(2)) },
    /^chart: image\(\) makes no data; write await image\(…\)\.toContent\(\) in its place$/,
  ],
  [
    "a result",
    { a: result({ content: [] }) },
    /^a: result\(\) makes no data; return it by itself$/,
  ],
  ["a promise", { a: Promise.resolve(1) }, /^a: a promise is no data; await it first$/],
  ["a generator", { a: (function* () {})() }, /^a: a generator or stream is no data/],
  ["what is iterated over later", {
    a: {
      async *[Symbol.asyncIterator]() {
        yield 1;
      },
    },
  }, /^a: a generator or stream is no data/],
  ["what is iterated over, and nothing else", {
    a: {
      *[Symbol.iterator]() {
        yield 1;
      },
    },
  }, /^a: a generator or stream is no data/],
  ["headers", { a: new Headers({ b: "c" }) }, /^a: a generator or stream is no data/],
  ["a stream", { a: new ReadableStream() }, /^a: a generator or stream is no data/],
];

for (const [name, value, message] of REFUSED) {
  Deno.test(`toJson refuses with the path: ${name}`, () => {
    assert.throws(() => toJson(value), (error) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("toJson takes 1,000 levels", () => {
  const value = deep(1000);
  assert.equal(JSON.stringify(toJson(value)), JSON.stringify(value));
});
