import { define } from "../content/define.ts";
import { mediaOf, type ReadSource } from "../content/media.ts";
import { result, type ToolResultParts } from "../content/tool_result.ts";
import { isRecord } from "../schema/json_schema.ts";
import { FrameError } from "./frames.ts";
import { BUFFERS, MOST_DIGITS, MOST_LEVELS, TAG, TEMPORAL_TEXTS } from "./packed.ts";

/** One unpacking. */
interface Unpacking {
  readonly blobs: readonly Uint8Array<ArrayBuffer>[];
  /** The objects from the root to what is looked at. */
  readonly above: object[];
}

type Tagged = Readonly<Record<string, unknown>>;

/**
 * Makes the value again that was packed. Data and blobs become part of it.
 *
 * @param data As it came in a message; it may be anything
 * @throws {FrameError} for what `pack` does not make
 */
export function unpack(data: unknown, blobs: readonly Uint8Array<ArrayBuffer>[]): unknown {
  if (!Array.isArray(data) || data.length !== 2) throw new FrameError("A value is not packed");
  const [tagged, value] = data;
  if (tagged !== 1) return value;
  let made: unknown;
  try {
    made = unpacked(value, { blobs, above: [] });
  } catch (error) {
    if (error instanceof FrameError) throw error;
    throw new FrameError(`A value cannot be unpacked: ${(error as Error).message}`);
  }
  // What a handler returned was waited for where it runs.
  if (isRecord(made) && !(made instanceof Promise) && typeof made.then === "function") {
    throw new FrameError("A value would be waited for for ever");
  }
  return made;
}

function unpacked(value: unknown, unpacking: Unpacking): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.hasOwn(value, TAG)
      ? ofTagged(value as Tagged, unpacking)
      : ofMembers(value as Record<string, unknown>, unpacking);
  }
  return inside(value, unpacking, () => {
    for (let i = 0; i < value.length; i++) value[i] = unpacked(value[i], unpacking);
  });
}

function ofMembers(record: Record<string, unknown>, unpacking: Unpacking): object {
  return inside(record, unpacking, () => {
    for (const key of Object.keys(record)) {
      const member = record[key];
      const made = unpacked(member, unpacking);
      if (made !== member) define(record, key, made);
    }
  });
}

/** Fills an object, which what is in it may refer to. */
function inside<Value extends object>(value: Value, { above }: Unpacking, fill: () => void): Value {
  if (above.length > MOST_LEVELS) throw new FrameError("A value is nested too deeply");
  above.push(value);
  fill();
  above.pop();
  return value;
}

function ofTagged(tagged: Tagged, unpacking: Unpacking): unknown {
  const name = tagged[TAG];
  if (typeof name !== "string" || !Object.hasOwn(MAKERS, name)) {
    throw new FrameError("A value is of an unknown type");
  }
  return MAKERS[name](tagged, unpacking);
}

type Make = (tagged: Tagged, unpacking: Unpacking) => unknown;

const MAKERS: Readonly<Record<string, Make>> = {
  undefined: () => undefined,
  function: () => () => {},
  symbol: () => Symbol(),
  // What stands by itself must not be waited for.
  promise: () => Promise.resolve(),
  stream: () => (function* () {})(),
  number: ({ is }) => Number(text(is)),
  bigint: ({ is }) => bigint(text(is)),
  Date: ({ is }) => new Date(is === null ? NaN : number(is)),
  URL: ({ is }) => new URL(text(is)),
  RegExp: ({ is, flags }) => new RegExp(text(is), text(flags)),
  "Temporal.Duration": ({ is }) => new Temporal.Duration(...list(is).map(number)),
  ...Object.fromEntries(
    Object.entries(TEMPORAL_TEXTS).map(([name, type]) => [
      name,
      ({ is }: Tagged) => type.from(text(is)),
    ]),
  ),
  Object: ({ of }, unpacking) => {
    const record = {};
    return inside(record, unpacking, () => {
      for (const [key, value] of list(of).map(pair)) {
        define(record, text(key), unpacked(value, unpacking));
      }
    });
  },
  Map: ({ of }, unpacking) => {
    const map = new Map();
    return inside(map, unpacking, () => {
      for (const [key, value] of list(of).map(pair)) {
        map.set(unpacked(key, unpacking), unpacked(value, unpacking));
      }
    });
  },
  Set: ({ of }, unpacking) => {
    const set = new Set();
    return inside(set, unpacking, () => {
      for (const item of list(of)) set.add(unpacked(item, unpacking));
    });
  },
  Up: ({ is }, { above }) => {
    const found = above[above.length - number(is)];
    if (found === undefined) throw new FrameError("A value refers to none");
    return found;
  },
  Result: ({ of }, unpacking) => result(unpacked(of, unpacking) as ToolResultParts),
  Blob: ({ blob, type }, unpacking) => new Blob([bytes(blob, unpacking)], { type: text(type) }),
  File: ({ blob, type, name, lastModified }, unpacking) =>
    new File([bytes(blob, unpacking)], text(name), {
      type: text(type),
      ...(typeof lastModified === "number" ? { lastModified } : {}),
    }),
  Media: ({ blob, rest }, unpacking) => {
    const known = JSON.parse(new TextDecoder().decode(bytes(rest, unpacking)));
    return media(known, bytes(blob, unpacking));
  },
  ...Object.fromEntries(
    Object.entries(BUFFERS).map(([name, type]) => [
      name,
      ({ blob }: Tagged, unpacking: Unpacking) => buffer(type, bytes(blob, unpacking)),
    ]),
  ),
};

function buffer(type: typeof BUFFERS[keyof typeof BUFFERS], bytes: Uint8Array<ArrayBuffer>) {
  if (type === ArrayBuffer) return bytes.buffer;
  if (type !== SharedArrayBuffer) return new (type as typeof DataView)(bytes.buffer);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

const KINDS = ["image", "audio", "file"];

function media(known: unknown, bytes: Uint8Array) {
  if (!isRecord(known) || !KINDS.includes(known.kind as string) || !isRecord(known.options)) {
    throw new FrameError("A media value is of an unknown form");
  }
  for (const member of ["mimeType", "name", "uri"]) {
    if (known[member] !== undefined) text(known[member]);
  }
  return mediaOf({ ...known as unknown as ReadSource, bytes });
}

function bigint(digits: string): bigint {
  const [, minus, rest] = /^(-?)([0-9a-f]+)$/.exec(digits) ?? [];
  if (rest === undefined || rest.length > MOST_DIGITS) throw new FrameError("A bigint is none");
  const value = BigInt(`0x${rest}`);
  return minus === "-" ? -value : value;
}

function bytes(place: unknown, { blobs }: Unpacking): Uint8Array<ArrayBuffer> {
  const found = typeof place === "number" && Number.isInteger(place) ? blobs[place] : undefined;
  if (found === undefined) throw new FrameError("A value refers to a blob that is not there");
  return found;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new FrameError("A value is not the text that it should be");
  return value;
}

function number(value: unknown): number {
  if (typeof value !== "number") {
    throw new FrameError("A value is not the number that it should be");
  }
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new FrameError("A value is not the list that it should be");
  return value;
}

function pair(value: unknown): readonly [unknown, unknown] {
  const both = list(value);
  if (both.length !== 2) throw new FrameError("A value is not the pair that it should be");
  return both as [unknown, unknown];
}
