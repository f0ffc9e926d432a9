import { audio, file, image, result } from "@x/mcp";
import type { Random } from "./http_random.ts";
import { TEXTS } from "./random_schemas.ts";
import { randomValue } from "./random_values.ts";

/** How to make a value that JSON may not be able to write; itself it is JSON. */
export type Recipe = readonly [kind: string, ...parts: unknown[]];

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];
const WAV = [..."RIFF....WAVEfmt "].map((character) => character.charCodeAt(0));

const fail = (message = "no") => {
  throw new Error(message);
};

/** Values that stand for themselves. */
const SINGLE: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  NaN: () => NaN,
  infinity: () => -Infinity,
  "minus zero": () => -0,
  bigint: () => 2n ** 70n,
  date: () => new Date(0),
  "invalid date": () => new Date(NaN),
  regexp: () => /a/g,
  symbol: () => Symbol("s"),
  function: () => () => 1,
  class: () => class Own {},
  instance: () =>
    new (class Own {
      own = 1;
      #hidden = 2;
      get seen() {
        return this.#hidden;
      }
    })(),
  error: () => Object.assign(new Error("an error as a value"), { cause: { a: 1n } }),
  url: () => new URL("https://example.com/a?b#c"),
  boxed: () => [Object(5), Object("five"), Object(false), Object(5n), Object(Symbol("s"))],
  "null prototype": () => Object.assign(Object.create(null), { a: 1 }),
  frozen: () => Object.freeze({ a: Object.freeze([1]) }),
  sparse: () => [1, , 3],
  cyclic: () => {
    const cyclic: Record<string, unknown> = { list: [] };
    cyclic.self = (cyclic.list as unknown[])[0] = cyclic;
    return cyclic;
  },
  "cyclic map": () => {
    const map = new Map();
    return map.set("self", map).set(map, 1);
  },
  bytes: () => Uint8Array.from([0, 1, 255]),
  "no bytes": () => new Uint8Array(),
  buffer: () => new ArrayBuffer(8),
  floats: () => Float64Array.from([1.5, NaN]),
  view: () => new DataView(new ArrayBuffer(4)),
  blob: () => new Blob([Uint8Array.from(PNG)], { type: "image/png" }),
  "huge text": () => "long ".repeat(50_000),
  "broken text": () => "\ud800 \udfff\u0000\u2028",
  "deep list": () => {
    let list: unknown[] = [];
    for (let depth = 0; depth < 20_000; depth++) list = [list];
    return list;
  },
  throwing: () => ({
    get a() {
      return fail();
    },
  }),
  "throwing toJSON": () => ({ toJSON: () => fail() }),
  "toJSON of nothing": () => ({ toJSON: () => undefined }),
  "toJSON of a bigint": () => ({ toJSON: () => ({ a: 1n }) }),
  hostile: () => new Proxy({}, { get: () => fail(), ownKeys: () => fail(), has: () => fail() }),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  response: () => new Response("text"),
  stream: () => new Blob(["text"]).stream(),
  weak: () => new WeakMap(),
  global: () => globalThis,
  text: () => ({ type: "text", text: "a block" }),
  link: () => ({ type: "resource_link", uri: "x://one/a", name: "a" }),
  embedded: () => ({ type: "resource", resource: { uri: "x://one/a", text: "a" } }),
  "picture as a block": () => ({ type: "image", data: "AAEC", mimeType: "image/png" }),
  "broken block": () => ({ type: "image", data: "no base64!", mimeType: 5 }),
  "unknown block": () => ({ type: "video", data: "AAEC", mimeType: "video/mp4" }),
  wire: () => ({ content: [{ type: "text", text: "as it goes over the wire" }], isError: true }),
  "broken wire": () => ({ content: [{ type: "text" }], isError: 5 }),
  image: () => image(Uint8Array.from(PNG)),
  audio: () => audio(Uint8Array.from(WAV)),
  file: () => file(new Blob(["a,b"], { type: "text/csv" })),
  "image of nothing": () => image(new Uint8Array()),
  "image that is none": () => image(Uint8Array.from([1, 2, 3])),
  "image of a data URI": () => image("data:image/png;base64,iVBORw0KGgo="),
  "file that is not there": () => file("/nowhere/at/all.txt"),
  "empty result": () => result({}),
  rejected: () => Promise.reject(new Error("rejected")),
  "throwing thenable": () => ({ then: () => fail() }),
};

/** Values made of others. */
const COMPOUND: Readonly<Record<string, (parts: unknown[]) => unknown>> = {
  list: (parts) => parts,
  object: (parts) => Object.fromEntries(parts.map((part, i) => ["abc"[i] ?? "__proto__", part])),
  map: (parts) => new Map(parts.map((part, i) => [parts[i + 1] ?? "key", part])),
  set: (parts) => new Set(parts),
  promise: ([part]) => Promise.resolve(part),
  thenable: ([part]) => ({ then: (resolve: (value: unknown) => void) => resolve(part) }),
  // deno-lint-ignore require-yield
  thrower: function* ([part]) {
    throw part;
  },
  generator: function* (parts) {
    yield* parts;
    return "returned";
  },
  "async generator": async function* (parts) {
    yield* parts;
  },
  "failing generator": async function* (parts) {
    yield* parts;
    throw parts;
  },
  "toJSON": ([part]) => ({ toJSON: () => part }),
  structured: ([part]) => result({ structured: part }),
  content: (parts) => result({ content: parts as never, structured: { a: 1 } }),
  "whole result": (parts) =>
    result({ content: parts as never, isError: true, meta: parts[0] as never }),
};

/** A recipe that looks random. */
export function randomRecipe(random: Random, depth = 3): Recipe {
  if (depth === 0 || random.chance(0.4)) {
    if (random.chance(0.4)) return [random.pick(Object.keys(SINGLE))];
    return ["json", random.chance(0.5) ? random.pick(TEXTS) : randomValue(random)];
  }
  const parts = Array.from({ length: random.below(4) }, () => randomRecipe(random, depth - 1));
  return [random.chance(0.03) ? "throw" : random.pick(Object.keys(COMPOUND)), ...parts];
}

/**
 * The value that a recipe makes.
 *
 * @throws {unknown} what the recipe says is thrown
 */
export function made([kind, ...parts]: Recipe): unknown {
  if (kind === "json") return parts[0];
  if (Object.hasOwn(SINGLE, kind)) return SINGLE[kind]();
  const values = parts.map((part) => made(part as Recipe));
  if (kind === "throw") throw values[0];
  return COMPOUND[kind](values);
}
