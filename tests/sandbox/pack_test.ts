import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { audio, file, image, result } from "@x/mcp";
import { ContentError } from "../../src/content/content_error.ts";
import { toJson } from "../../src/content/json.ts";
import { isMedia, readerOf } from "../../src/content/media.ts";
import { fromValue } from "../../src/content/tool_content.ts";
import { partsOf } from "../../src/content/tool_result.ts";
import { encodeFrame, FrameError, FrameReader, MOST_BYTES } from "../../src/sandbox/frames.ts";
import { pack, type PackOptions } from "../../src/sandbox/pack.ts";
import { MOST_DIGITS, MOST_LEVELS } from "../../src/sandbox/packed.ts";
import { unpack } from "../../src/sandbox/unpack.ts";

/** A value as it arrives on the other side. */
async function crossed(value: unknown, options?: PackOptions): Promise<unknown> {
  const { data, blobs } = await pack(value, options);
  const [frame] = new FrameReader({ maxBytes: MOST_BYTES, signed: false })
    .push(encodeFrame({ data }, blobs, 0));
  return unpack(frame.message.data, frame.blobs);
}

/** What becomes of a value in content: its form, or the error. */
async function sent(value: unknown): Promise<unknown> {
  try {
    return await fromValue(value, {});
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { value };
  return value;
}

const bytes = Uint8Array.of(0, 1, 2, 255);

/** What arrives as what it is, in arguments and in results. */
const SAME: Readonly<Record<string, () => unknown>> = {
  "null": () => null,
  "text": () => "ä\u0000€🙂",
  "lone surrogates": () => ["\ud800", { "\udc00": "x\ud83d" }],
  "numbers": () => [0, 1.5, -1e300, 5e-324, 2 ** 53],
  "numbers that JSON has not": () => [NaN, Infinity, -Infinity, -0, { a: -0 }],
  "undefined": () => undefined,
  "undefined in places": () => [undefined, { a: undefined, b: [undefined] }],
  "bigints": () => [0n, -5n, 2n ** 200n, -(2n ** 64n)],
  "dates": () => [new Date(0), new Date(8.64e15), new Date(NaN)],
  "a map of anything": () =>
    new Map<unknown, unknown>([["a", 1], [1n, new Date(5)], [{ a: 1 }, []]]),
  "a set": () => new Set([1, "a", new Set([NaN])]),
  "URLs": () => [new URL("https://a.example/b?c=d#e"), new URL("data:,x")],
  "regular expressions": () => [/a(?<b>c)\/d/giu, new RegExp("")],
  "instants": () => Temporal.Instant.from("2026-01-31T12:00:00.123456789Z"),
  "a date and time with its zone": () =>
    Temporal.ZonedDateTime.from("2026-10-25T02:30:00+01:00[Europe/Berlin][u-ca=hebrew]"),
  "a date and time": () => Temporal.PlainDateTime.from("-000001-01-31T12:00:00.000000001"),
  "a date of another calendar": () => Temporal.PlainDate.from("2026-01-31[u-ca=japanese]"),
  "a time": () => Temporal.PlainTime.from("12:00:00.5"),
  "a month": () => Temporal.PlainYearMonth.from("2026-01-01[u-ca=hebrew]"),
  "a day": () => Temporal.PlainMonthDay.from("02-29"),
  "an ArrayBuffer": () => bytes.slice().buffer,
  "bytes": () => [bytes, bytes.subarray(1, 3), new Uint8Array()],
  "lists of numbers": () => [
    Int8Array.of(-1),
    Uint8ClampedArray.of(5),
    Int16Array.of(-1),
    Uint16Array.of(1),
    Int32Array.of(-1),
    Uint32Array.of(1),
    Float16Array.of(1.5),
    Float32Array.of(1.5),
    Float64Array.of(1.1, NaN),
    BigInt64Array.of(-1n),
    BigUint64Array.of(1n),
  ],
  "keys that mean something elsewhere": () =>
    JSON.parse(
      '{"__proto__":{"a":1},"constructor":5,"toString":null,"then":"x","next":[],"toJSON":1,"":[]}',
    ),
  "such keys beside what is tagged": () => {
    const value = JSON.parse('{"__proto__":null,"then":1,"a":{"__proto__":[null]}}');
    value.d = new Date(1);
    value.a.d = undefined;
    Object.defineProperty(value, "__proto__", { value: 5n, enumerable: true });
    return value;
  },
  "what looks like a tag": () => [{ $: "Date", is: 5 }, { $: { $: undefined } }, [1, { $: 1n }]],
  "what looks like packed data": () => [1, { $: "undefined" }],
  "an object without a prototype": () => Object.assign(Object.create(null), { a: 1 }),
  "1,000 levels": () => nested(1000),
  "1,000 levels around a date": () => {
    let value: unknown = new Date(0);
    for (let i = 0; i < 999; i++) value = { value };
    return value;
  },
};

for (const [what, make] of Object.entries(SAME)) {
  for (const exact of [false, true]) {
    Deno.test(`pack brings ${what} over as it is (${exact ? "arguments" : "results"})`, async () => {
      const value = make();
      const before = Deno.inspect(value, { depth: 10 });
      const there = await crossed(value, { exact });
      // assert compares neither values of Temporal, nor objects without a prototype with others.
      assert.equal(Deno.inspect(there, { depth: 10 }), withoutNull(before));
      assert.deepEqual(jsonOf(there), jsonOf(value));
      assert.equal(Deno.inspect(value, { depth: 10 }), before, "the value itself has changed");
    });
  }
}

function withoutNull(text: string): string {
  return text.replace(/^\[Object: null prototype\] /, "");
}

function jsonOf(value: unknown): unknown {
  try {
    return toJson(value);
  } catch (error) {
    return (error as Error).message;
  }
}

Deno.test("pack keeps every unit of a duration", async () => {
  const duration = Temporal.Duration.from({ months: -1, hours: -30, milliseconds: -1500 });
  const there = await crossed({ duration }, { exact: true }) as { duration: Temporal.Duration };
  assert.equal(there.duration.milliseconds, -1500);
  assert.equal(there.duration.hours, -30);
  assert.equal(String(there.duration), String(duration));
});

Deno.test("pack brings blobs and files over with all that they say of themselves", async () => {
  const blob = new Blob([bytes], { type: "image/png" });
  const named = new File(["a,b"], "table.csv", { type: "text/csv", lastModified: 5 });
  const there = await crossed([blob, { named }], { exact: true }) as [Blob, { named: File }];
  assert.equal(there[0].type, "image/png");
  assert.deepEqual(await there[0].bytes(), bytes);
  assert.ok(!(there[0] instanceof File));
  const { named: file } = there[1];
  assert.ok(file instanceof File);
  assert.deepEqual(
    [file.name, file.type, file.lastModified, await file.text()],
    ["table.csv", "text/csv", 5, "a,b"],
  );
});

Deno.test("pack gives plain JSON back uncopied and at once", () => {
  const value = { a: [1, "b", { c: null, d: [true] }], e: {} };
  const packed = pack(value);
  assert.ok(!(packed instanceof Promise));
  assert.equal(packed.data[1], value);
  assert.deepEqual(packed.blobs, []);
});

Deno.test("pack copies only what leads to a tag", () => {
  const value = { a: { b: 1 }, c: [new Date(0)] };
  const { data } = pack(value) as { data: readonly [number, Record<string, unknown>] };
  assert.equal(data[1].a, value.a);
  assert.notEqual(data[1].c, value.c);
});

class Point {
  #secret = 1;
  constructor(readonly x: number, readonly made = new Date(this.#secret)) {}
  get doubled(): number {
    return this.x * 2;
  }
}

class Money {
  constructor(readonly cents: number) {}
  toJSON(key: string): unknown {
    return { [key]: this.cents / 100 };
  }
}

const ring: Record<string, unknown> = { list: [{}] };
(ring.list as Record<string, unknown>[])[0].back = ring;
const self: unknown[] = [];
self.push(1, self);
const inMap = new Map<string, unknown>();
inMap.set("m", { inMap });
const saysRing = { toJSON: () => [saysRing] };

/** Results that are sent, or refused, as if they had not crossed. */
const LIKE: Readonly<Record<string, () => unknown>> = {
  "an instance of a class": () => ({ point: new Point(2) }),
  "what has a toJSON": () => ({ price: new Money(150), list: [new Money(5)] }),
  "a list with a toJSON": () => ({ a: Object.assign([1], { toJSON: () => "own" }) }),
  "what says that it is null": () => ({ a: { toJSON: () => null, b: 1 } }),
  "what says that it is nothing": () => ({ a: { toJSON: () => undefined }, b: [{ toJSON() {} }] }),
  "what says that it is itself": () => {
    const value = { a: 1, toJSON: () => value };
    return { value };
  },
  "an instance that says it is itself": () => {
    class Own {
      a = 1;
      toJSON() {
        return this;
      }
    }
    return new Own();
  },
  "a date with a toJSON of its own": () => {
    class Day extends Date {
      override toJSON() {
        return "day";
      }
    }
    return { day: new Day(0) };
  },
  "functions and symbols": () => ({ f: () => 1, s: Symbol("x"), list: [() => 1, Symbol.iterator] }),
  "a function by itself": () => () => 1,
  "a symbol by itself": () => Symbol("x"),
  "boxes": () => ({ n: new Number(5), s: new String("x"), b: new Boolean(false), i: Object(5n) }),
  "an error inside": () => ({ error: Object.assign(new Error("no"), { code: 5 }) }),
  "a promise inside": () => ({ a: { b: Promise.resolve(1) } }),
  "a thenable inside": () => ({
    a: new class {
      then() {}
    }(),
  }),
  "an object with a then of its own": () => ({ a: { then() {}, b: 1 } }),
  "a generator inside": () => ({ a: (function* () {})() }),
  "a stream inside": () => [new ReadableStream()],
  "an iterable inside": () => ({ headers: new Headers({ a: "b" }) }),
  "a literal that is iterable": () => ({ a: { [Symbol.iterator]: () => [1][Symbol.iterator]() } }),
  "a literal that streams": () => ({ a: { b: 1, async *[Symbol.asyncIterator]() {} } }),
  "a map of keys that are no text": () => ({ m: new Map([[1, 2]]) }),
  "a ring": () => ring,
  "a list in itself": () => ({ self }),
  "a map in itself": () => inMap,
  "a ring by toJSON": () => ({ saysRing }),
  "toJSON for ever": () => {
    const deeper = (): unknown => ({ toJSON: () => [deeper()] });
    return deeper();
  },
  "1,001 levels": () => nested(1001),
  "5,000 levels": () => nested(5000),
  "holes": () => {
    const list: unknown[] = [1];
    list[3] = { holes: Array(2) };
    return list;
  },
  "bytes inside": () => ({ a: { b: bytes } }),
  "a DataView": () => ({ a: new DataView(new ArrayBuffer(8)) }),
  "shared memory": () => [{ a: new SharedArrayBuffer(8) }],
  "numbers of a Buffer": () => ({ a: Buffer.from("x") }),
  "media inside": () => ({ a: { b: image(bytes, { mimeType: "png" }) } }),
  "a result inside": () => ({ a: result({ content: ["x"] }) }),
  "text": () => "text",
  "text among content": () => ["a", bytes, { type: "text", text: "b" }, 5, { a: new Date(0) }],
  "a set of content": () => new Set(["a", bytes]),
  "bytes": () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  "a blob": () => new Blob(["{}"], { type: "application/json" }),
  "a file that was uploaded": () => new File(["a,b"], "table.csv"),
  "media": () => [image(bytes, { mimeType: "image/png", annotations: { priority: 1 } })],
  "media of another kind": () => image("data:text/plain,hello"),
  "a sound": () => audio(new Blob([bytes], { type: "audio/ogg" }), { _meta: { "a/b": [1] } }),
  "a file of bytes": () => file(bytes, { name: "x.csv", uri: "x:y", mimeType: "csv" }),
  "a file without words": () => file(new URL("data:text/markdown,%23"), {}),
  "a file of the disk": () => file(new URL("../../LICENSE", import.meta.url)),
  "a file that is not there": () => file("/nowhere/at/all.txt"),
  "a wire result": () => ({ content: [{ type: "text", text: "a" }], isError: true }),
  "a block whose members are left out": () => ({ type: "text", text: "a", _meta: undefined }),
};

for (const [what, make] of Object.entries(LIKE)) {
  Deno.test(`pack has ${what} sent or refused as if it had not crossed`, async () => {
    const there = await crossed(make()).catch((error) => error);
    const expected = await sent(make());
    const found = there instanceof Error ? `${there.name}: ${there.message}` : await sent(there);
    assert.deepEqual(found, expected);
  });
}

Deno.test("pack brings the parts of a result over", async () => {
  const made = result({
    content: ["a", image(bytes, { mimeType: "png" }), { type: "text", text: "b" }],
    structured: { at: new Date(0), ids: new Set([1n]) },
    isError: true,
    meta: { a: 1 },
  });
  const parts = partsOf(await crossed(made))!;
  assert.deepEqual(parts.structured, { at: new Date(0), ids: new Set([1n]) });
  assert.equal(parts.isError, true);
  assert.deepEqual(parts.meta, { a: 1 });
  assert.equal(parts.content![0], "a");
  const media = parts.content![1];
  assert.ok(isMedia(media));
  const read = await readerOf(media)({});
  assert.deepEqual([read.kind, read.mimeType, [...read.bytes]], ["image", "image/png", [...bytes]]);
});

Deno.test("what is wrong with media is told where it arrives, as it would be here", async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const warnings = async (value: unknown) => {
    const told: string[] = [];
    await fromValue(value, { warn: (message) => told.push(message) });
    return told;
  };
  const media = () => audio(png, { mimeType: "audio/mpeg" });
  const here = await warnings(media());
  assert.ok(here.length > 0);
  assert.deepEqual(await warnings(await crossed(media())), here);
});

Deno.test("pack sends what a value was when it was given, also when something must be read first", async () => {
  const own = Uint8Array.of(1);
  const value = { blob: new Blob(["x"]), list: [1], own, at: new Date(1) };
  const packing = pack(value);
  value.list.push(2);
  own[0] = 9;
  value.at.setTime(5);
  const { data, blobs } = await packing;
  const there = unpack(data, blobs as Uint8Array<ArrayBuffer>[]) as typeof value;
  assert.deepEqual([there.list, there.own, there.at], [[1], Uint8Array.of(1), new Date(1)]);
});

Deno.test("pack ends what still reads when its signal aborts", async () => {
  const controller = new AbortController();
  const server = Deno.serve({ port: 0, onListen: () => {} }, () => new Promise(() => {}));
  const packing = pack(image(`http://127.0.0.1:${server.addr.port}/`), {
    signal: controller.signal,
  });
  controller.abort(new Error("over"));
  await assert.rejects(async () => await packing, /over/);
  await server.shutdown();
});

const REFUSED: Readonly<Record<string, [() => unknown, string]>> = {
  "a function": [() => ({ a: [() => 1] }), "a.0: a function cannot be sent to a sandbox"],
  "a symbol": [() => Symbol("x"), "a symbol cannot be sent to a sandbox"],
  "an instance": [
    () => ({ a: new Point(1) }),
    "a: an instance of Point cannot be sent to a sandbox",
  ],
  "an instance with a toJSON": [
    () => [new Money(1)],
    "0: an instance of Money cannot be sent to a sandbox",
  ],
  "a promise": [() => ({ a: Promise.resolve() }), "a: a promise cannot be sent to a sandbox"],
  "a stream": [
    () => ({ a: new ReadableStream() }),
    "a: an instance of ReadableStream cannot be sent to a sandbox",
  ],
  "a ring": [() => ring, "list.0.back: a value that contains itself cannot be sent to a sandbox"],
};

for (const [what, [make, message]] of Object.entries(REFUSED)) {
  Deno.test(`pack refuses ${what} among arguments, which would arrive as something else`, () => {
    assert.throws(
      () => pack(make(), { exact: true }),
      (error) => error instanceof ContentError && error.message === message,
    );
  });
}

Deno.test("a bigint that takes long to print is refused on both sides", () => {
  const most = 16n ** BigInt(MOST_DIGITS) - 1n;
  const { data } = pack(most) as { data: readonly unknown[] };
  assert.equal(unpack(data, []), most);
  assert.throws(() => pack(most + 1n), ContentError);
  const is = "f".repeat(MOST_DIGITS + 1);
  assert.throws(() => unpack([1, { $: "bigint", is }], []), FrameError);
});

/** What no honest side sends. */
const HOSTILE: Readonly<Record<string, unknown>> = {
  "no pair": 5,
  "nothing": undefined,
  "what would be waited for for ever": [1, { $: "Object", of: [["then", { $: "function" }]] }],
  "the same without a tag of its own": [1, { then: { $: "function" } }],
  "a longer list": [1, 2, 3],
  "an unknown type": [1, { $: "Proxy" }],
  "a type of the prototype": [1, { $: "toString" }],
  "a type that is no text": [1, { $: 5 }],
  "a nested type": [1, { $: { $: "Date" } }],
  "a number that is none": [1, { $: "number", is: {} }],
  "a bigint that is none": [1, { $: "bigint", is: "0x5" }],
  "a bigint of nothing": [1, { $: "bigint", is: "-" }],
  "a date of text": [1, { $: "Date", is: "2026" }],
  "a URL that is none": [1, { $: "URL", is: "x" }],
  "an expression that is none": [1, { $: "RegExp", is: "(", flags: "" }],
  "flags that are none": [1, { $: "RegExp", is: "a", flags: "zz" }],
  "an instant that is none": [1, { $: "Temporal.Instant", is: "yesterday" }],
  "a duration that is none": [1, { $: "Temporal.Duration", is: [1, -1] }],
  "members that are no pairs": [1, { $: "Object", of: [["a"]] }],
  "a key that is no text": [1, { $: "Object", of: [[5, 5]] }],
  "a map of nothing": [1, { $: "Map" }],
  "a set of a record": [1, { $: "Set", of: { length: 5 } }],
  "a way up from the root": [1, { $: "Up", is: 1 }],
  "a way up to nowhere": [1, [{ $: "Up", is: 5 }]],
  "a way down": [1, [{ $: "Up", is: -1 }]],
  "a way to itself": [1, [{ $: "Up", is: 0 }]],
  "a blob that is not there": [1, { $: "Uint8Array", blob: 5 }],
  "a blob by a name": [1, { $: "Uint8Array", blob: "length" }],
  "a blob before the first": [1, { $: "Uint8Array", blob: -1 }],
  "half a blob": [1, { $: "Uint8Array", blob: 0.5 }],
  "numbers of half a length": [1, { $: "Float64Array", blob: 0 }],
  "a result of nothing": [1, { $: "Result", of: {} }],
  "a result of a wrong form": [1, { $: "Result", of: { content: [5] } }],
  "a result of text": [1, { $: "Result", of: "x" }],
  "a Blob without a type": [1, { $: "Blob", blob: 0 }],
  "a file without a name": [1, { $: "File", blob: 0, type: "" }],
  "media without a rest": [1, { $: "Media", blob: 0 }],
  "media whose rest is no JSON": [1, { $: "Media", blob: 0, rest: 0 }],
  "media of an unknown kind": [1, { $: "Media", blob: 0, rest: 1 }],
  "media with a name that is none": [1, { $: "Media", blob: 0, rest: 2 }],
  "media with wrong options": [1, { $: "Media", blob: 0, rest: 3 }],
};

const BLOBS = [
  Uint8Array.of(1, 2, 3),
  ...[
    { kind: "video", options: {} },
    { kind: "image", options: {}, name: { toString: 5 } },
    { kind: "image", options: { annotations: { audience: "x" } } },
  ].map((each) => new TextEncoder().encode(JSON.stringify(each))),
];

for (const [what, data] of Object.entries(HOSTILE)) {
  Deno.test(`unpack refuses ${what}`, () => {
    assert.throws(() => unpack(data, BLOBS), FrameError);
  });
}

Deno.test("unpack refuses what is nested more deeply than pack packs", () => {
  let deep: unknown = 1;
  for (let i = 0; i < MOST_LEVELS + 2; i++) deep = [deep];
  assert.throws(() => unpack([1, deep], []), FrameError);
  for (const open of ['{"$":"Result","of":', '{"$":"Set","of":[', "["]) {
    const close = open.replaceAll(/[^[{]/g, "").replaceAll("[", "]").replaceAll("{", "}");
    const many = JSON.parse(
      open.repeat(100_000) + "1" + [...close].reverse().join("").repeat(100_000),
    );
    assert.throws(() => unpack([1, many], []), FrameError);
  }
});

Deno.test("unpack lets no data change what other objects inherit", () => {
  const hostile = JSON.parse(
    '[1,{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},' +
      '"a":{"$":"Object","of":[["__proto__",{"polluted":1}]]},' +
      '"d":{"$":"undefined","__proto__":{"is":5}}}]',
  );
  const value = unpack(hostile, []) as Record<string, unknown>;
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal(value.polluted, undefined);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal(Object.getPrototypeOf(value.a), Object.prototype);
  assert.ok(Object.hasOwn(value.a as object, "__proto__"));
});

Deno.test("unpack never gives something that is waited for for ever", async () => {
  for (const $ of ["promise", "stream", "function"]) {
    await unpack([1, { $ }], []);
  }
});
