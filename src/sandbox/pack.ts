import { ContentError } from "../content/content_error.ts";
import { isMedia, type Media, readSource } from "../content/media.ts";
import { partsOf } from "../content/tool_result.ts";
import {
  BUFFERS,
  DURATION_UNITS,
  MOST_DIGITS,
  MOST_LEVELS,
  type Packed,
  TAG,
  TEMPORAL_TEXTS,
} from "./packed.ts";

/** How a value is packed. */
export interface PackOptions {
  /**
   * Whether what would not arrive as what it is, such as a function or an instance of a class, is refused.
   * Left out, it becomes something that is sent, or refused, as the thing itself would be.
   */
  readonly exact?: boolean;
  /** Ends what still reads. */
  readonly signal?: AbortSignal;
}

/** One packing. */
interface Packing extends PackOptions {
  readonly blobs: Uint8Array[];
  /** The objects from the root to what is looked at. */
  readonly above: unknown[];
  /** The key of each. */
  readonly keys: (string | number)[];
  /** On which level of the packed data each stands: what an object says that it is stands on its own. */
  readonly levels: number[];
  /** The level of what is looked at. */
  level: number;
  /** What still reads, and puts what it has read among the blobs. */
  readonly reading: Promise<void>[];
  tagged: boolean;
}

/**
 * Makes a value fit to be sent to another process. Data that are JSON are not copied: send them before
 * anything else happens.
 *
 * @returns the packed value; a promise only where a `Blob` or media must be read first
 * @throws {ContentError} for a value that is nested more than 1,000 levels deep
 * @throws whatever keeps media from being read
 */
export function pack(value: unknown, options: PackOptions = {}): Packed | Promise<Packed> {
  const packing: Packing = {
    ...options,
    blobs: [],
    above: [],
    keys: [],
    levels: [],
    level: 0,
    reading: [],
    tagged: false,
  };
  const data = packed(value, "", packing);
  const { blobs, reading } = packing;
  if (reading.length === 0) return { data: [packing.tagged ? 1 : 0, data], blobs };
  // What happens to the value until all is read does not change what is sent.
  const copy = JSON.parse(JSON.stringify(data));
  for (let i = 0; i < blobs.length; i++) blobs[i] = blobs[i].slice();
  return Promise.all(reading).then(() => ({ data: [1, copy], blobs }));
}

function packed(value: unknown, key: string | number, packing: Packing): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : tag(packing, "number", { is: Object.is(value, -0) ? "-0" : String(value) });
    case "bigint":
      return ofBigInt(value, packing);
    case "undefined":
      return tag(packing, "undefined");
    case "object":
      return value === null ? null : ofObject(value, key, packing);
    default:
      if (packing.exact) refuse(packing, key, `a ${typeof value}`);
      return tag(packing, typeof value);
  }
}

function tag(packing: Packing, name: string, members?: Record<string, unknown>): object {
  packing.tagged = true;
  return { [TAG]: name, ...members };
}

function ofBigInt(value: bigint, packing: Packing): object {
  const digits = value.toString(16);
  if (digits.length > MOST_DIGITS) throw new ContentError("a bigint has too many digits");
  return tag(packing, "bigint", { is: digits });
}

function ofObject(value: object, key: string | number, packing: Packing): unknown {
  const { above, keys, levels } = packing;
  const known = above.lastIndexOf(value);
  if (known >= 0) {
    if (packing.exact) refuse(packing, key, "a value that contains itself");
    return tag(packing, "Up", { is: packing.level - packing.levels[known] });
  }
  if (above.length === MOST_LEVELS) {
    throw new ContentError(
      "the value contains itself, or is nested more than 1000 levels deep",
    );
  }
  above.push(value);
  keys.push(key);
  levels.push(packing.level);
  const data = dataOf(value, packing);
  above.pop();
  keys.pop();
  levels.pop();
  return data;
}

function dataOf(value: object, packing: Packing): unknown {
  if (isMedia(value)) return ofMedia(value, packing);
  const isList = Array.isArray(value);
  const isInstance = !isList && !isLiteral(value);
  if (isInstance) {
    const data = ofInstance(value, packing);
    if (data !== undefined) return data;
  }
  const own = ownJson(value, packing);
  if (own !== value) return packed(own, "", packing);
  if (isList) return ofList(value, packing);
  return isInstance ? ofOther(value, packing) : ofRecord(value, packing);
}

function isLiteral(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What an object says that it is in JSON. */
function ownJson(value: object, { exact, keys }: Packing): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" && !exact ? toJSON.call(value, String(keys.at(-1))) : value;
}

function ofList(list: readonly unknown[], packing: Packing): readonly unknown[] {
  let copy: unknown[] | undefined = "toJSON" in list ? [] : undefined;
  packing.level++;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    const data = packed(item, i, packing);
    if (copy === undefined && data !== item) copy = Array.from({ length: i }, (_, j) => list[j]);
    copy?.push(data);
  }
  packing.level--;
  return copy ?? list;
}

function ofRecord(value: object, packing: Packing): object {
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record);
  let copy = isLiteral(value) ? undefined : copyOf(record, keys, 0);
  let isEmpty = true;
  packing.level++;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const member = record[key];
    // It has been asked, and must not be again.
    if (key === "toJSON" && typeof member === "function" && !packing.exact) {
      copy ??= copyOf(record, keys, i);
      continue;
    }
    const data = packed(member, key, packing);
    isEmpty &&= member === undefined || typeof member === "function" || typeof member === "symbol";
    if (data !== member) copy ??= copyOf(record, keys, i);
    if (copy !== undefined) copy[key] = data;
  }
  packing.level--;
  if (Symbol.asyncIterator in value || isEmpty && Symbol.iterator in value) {
    return standIn("stream", packing);
  }
  const data = copy ?? value;
  return Object.hasOwn(data, TAG) ? tag(packing, "Object", { of: Object.entries(data) }) : data;
}

/** The first members of a record, in one without a prototype, so that no key means anything. */
function copyOf(
  record: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  count: number,
): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null);
  for (let i = 0; i < count; i++) copy[keys[i]] = record[keys[i]];
  return copy;
}

/** What arrives as what it is, or as what stands for it; all else is what it says, or its members. */
function ofInstance(value: object, packing: Packing): object | undefined {
  for (const name in BUFFERS) {
    if (value instanceof BUFFERS[name as keyof typeof BUFFERS]) {
      return tag(packing, name, { blob: packing.blobs.push(bytesOf(value)) - 1 });
    }
  }
  if (value instanceof Blob) return ofBlob(value, packing);
  const parts = partsOf(value);
  if (parts !== undefined) return tag(packing, "Result", { of: packed(parts, "", packing) });
  const { then, next } = value as { then?: unknown; next?: unknown };
  if (typeof then === "function") return standIn("promise", packing);
  if (typeof next === "function") return standIn("stream", packing);
  return known(value, packing);
}

/** An instance of a class of the language or the platform that arrives as what it is. */
function known(value: object, packing: Packing): object | undefined {
  if (value instanceof Map) {
    packing.level++;
    const entries = Array.from(value, ([key, item]) => [
      packed(key, "", packing),
      packed(item, typeof key === "string" ? key : "", packing),
    ]);
    packing.level--;
    return tag(packing, "Map", { of: entries });
  }
  if (value instanceof Set) return tag(packing, "Set", { of: ofList([...value], packing) });
  if (value instanceof Date && value.toJSON === Date.prototype.toJSON) {
    return tag(packing, "Date", { is: Date.prototype.getTime.call(value) });
  }
  if (value instanceof URL) return tag(packing, "URL", { is: value.href });
  if (value instanceof RegExp) {
    return tag(packing, "RegExp", { is: value.source, flags: value.flags });
  }
  if (value instanceof Temporal.Duration) {
    return tag(packing, "Temporal.Duration", { is: DURATION_UNITS.map((unit) => value[unit]) });
  }
  for (const [name, type] of Object.entries(TEMPORAL_TEXTS)) {
    if (value instanceof type) return tag(packing, name, { is: String(value) });
  }
}

const BOXES = [Number, String, Boolean, BigInt];

function ofOther(value: object, packing: Packing): unknown {
  if (BOXES.some((box) => value instanceof box)) return packed(value.valueOf(), "", packing);
  if (packing.exact) {
    refuse(packing, "", `an instance of ${value.constructor?.name || "a class"}`);
  }
  return ofRecord(value, packing);
}

function bytesOf(value: object): Uint8Array {
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value as ArrayBuffer);
  // Others may write into shared memory meanwhile.
  return bytes.buffer instanceof SharedArrayBuffer ? bytes.slice() : bytes;
}

function ofBlob(blob: Blob, packing: Packing): object {
  const { blobs } = packing;
  const { name, lastModified } = blob as Partial<File>;
  const place = blobs.push(new Uint8Array()) - 1;
  packing.reading.push((async () => {
    blobs[place] = new Uint8Array(await blob.arrayBuffer());
  })());
  return tag(packing, typeof name === "string" ? "File" : "Blob", {
    blob: place,
    type: blob.type,
    ...(typeof name === "string" ? { name, lastModified } : {}),
  });
}

function ofMedia(media: Media, packing: Packing): object {
  const { blobs, signal } = packing;
  const place = blobs.push(new Uint8Array(), new Uint8Array()) - 2;
  packing.reading.push((async () => {
    const { bytes, ...rest } = await readSource(media, signal);
    blobs[place] = bytes;
    blobs[place + 1] = new TextEncoder().encode(JSON.stringify(rest));
  })());
  return tag(packing, "Media", { blob: place, rest: place + 1 });
}

/** Stands for what is no data, and is refused as it would be. */
function standIn(name: "promise" | "stream", packing: Packing): object {
  if (packing.exact) refuse(packing, "", name === "promise" ? "a promise" : "a stream");
  return tag(packing, name);
}

function refuse({ keys }: Packing, key: string | number, what: string): never {
  const path = [...keys, key].filter((each) => each !== "").join(".");
  throw new ContentError(`${path === "" ? "" : `${path}: `}${what} cannot be sent to a sandbox`);
}
