import { joined } from "./http_raw.ts";

/** Numbers that look random, and are the same for the same seed. */
export class Random {
  #state: number;

  /** @param index Which of the many that go by one seed */
  constructor(seed: number, index = 0) {
    this.#state = (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
    // Neighbours begin alike.
    for (let turn = 0; turn < 3; turn++) this.#next();
  }

  /** A whole number from 0 to below a bound. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** Mulberry32. */
  #next(): number {
    let t = this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** A piece of text in a JSON document, right or wrong. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const nested = (open: string, middle: string, close: string, depth: number) =>
  open.repeat(depth) + middle + close.repeat(depth);

/** Values that are seldom expected, as JSON text; some of it is none. */
const ODD: readonly string[] = [
  ...["null", "true", "false", "[]", "{}", "[null]", "[[]]", '{"":0}', '{"a":{"b":[1]}}'],
  ...["0", "-0", "-1", "1.5", "1e2", "1e308", "1e400", "-1e400", "1e-400"],
  ...["9007199254740991", "9007199254740993", "123456789012345678901234567890", "2147483648"],
  ...['""', '"x"', '" "', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\u2028"', '"\ufeff"'],
  ...['"__proto__"', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}', '"2026-07-28"'],
  ...['"tools/call"', '"initialize"', '"=?base64?eA==?="', `"${"long".repeat(2000)}"`],
  ...[nested("[", "", "]", 100), nested("[", "", "]", 5000), nested('{"a":', "1", "}", 100)],
  ...[nested('{"a":', "1", "}", 5000), nested('{"properties":', "{}", "}", 500)],
  ...["NaN", "undefined", "'x'", "01", ".5", "+1", '"\\x"', '"open', "", "/**/1", "\u0000"],
];

const ODD_KEYS = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "", "\ud800", "extra"],
  ...["jsonrpc", "id", "method", "params", "result", "error", "_meta", "arguments", "name"],
  ...["progressToken", "inputResponses", "requestState", "io.modelcontextprotocol/logLevel"],
];

/** A JSON document like a value, with so many things about it changed. */
export function mutatedJson(value: unknown, random: Random, times: number): string {
  const root = { root: structuredClone(value) };
  for (let time = 0; time < times; time++) mutate(root, random);
  return jsonOf(root.root);
}

type Container = Record<string, unknown> | unknown[];

function mutate(root: Record<string, unknown>, random: Random): void {
  const places = [...placesOf(root)];
  const [container, key] = random.pick(places);
  const old = (container as Record<string, unknown>)[key];
  const put = (value: unknown) => {
    Object.defineProperty(container, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  };
  switch (random.below(6)) {
    case 0:
      if (container !== root) delete (container as Record<string, unknown>)[key];
      return;
    case 1:
      if (!Array.isArray(container) && container !== root) {
        put(new Raw(`${jsonOf(old)},${JSON.stringify(key)}:${random.pick(ODD)}`));
      }
      return;
    case 2:
      if (isContainer(old)) {
        const [odd, text] = [random.pick(ODD_KEYS), random.pick(ODD)];
        Object.defineProperty(old, odd, {
          value: new Raw(text),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return;
    case 3:
      return put([old]);
    default:
      return put(new Raw(random.pick(ODD)));
  }
}

/** Every place in a value where something stands. */
function* placesOf(container: Container): Generator<[Container, string]> {
  for (const [key, value] of Object.entries(container)) {
    yield [container, key];
    if (isContainer(value)) yield* placesOf(value);
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null && !(value instanceof Raw);
}

function jsonOf(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (!isContainer(value)) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(([key, one]) =>
    `${JSON.stringify(key)}:${jsonOf(one)}`
  );
  return `{${members.join()}}`;
}

/** Bytes with something about them changed. */
export function mutatedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const join = (...parts: (Uint8Array | number[])[]) =>
    joined(...parts.map((part) => Uint8Array.from(part)));
  switch (random.below(9)) {
    case 0:
      return before;
    case 1:
      return after;
    case 2:
      return join(before, [random.below(256)], after.subarray(1));
    case 3:
      return join(before, after.subarray(random.below(8)));
    case 4:
      return join(before, after.subarray(0, 8), after);
    // What is no UTF-8: a stray end, half a character, a surrogate, and one that is too long
    case 5:
      return join(
        before,
        random.pick([[0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]),
        after,
      );
    case 6:
      return join([0xef, 0xbb, 0xbf], bytes);
    case 7:
      return join(bytes, random.pick([[0], [0x7d], [0x2c], [0x20, 0x0a]]));
    default:
      return join(bytes, bytes);
  }
}
