import { isBytes } from "./bytes.ts";
import { ContentError } from "./content_error.ts";
import { define } from "./define.ts";
import { isMarked, MEDIA, RESULT } from "./marks.ts";

/** How deeply data may be nested. */
const MOST_LEVELS = 1000;

const BOXES = [Number, String, Boolean, BigInt];

/** The objects and lists from the root to what is looked at, and the key of each. */
interface Way {
  readonly objects: object[];
  readonly keys: (string | number)[];
}

/**
 * Turns a value into data that is JSON and nothing else. The data are a copy, for which each part is
 * read once: nothing that happens to the value later changes them.
 *
 * | Value | Data |
 * | --- | --- |
 * | null, boolean, text, finite number | itself |
 * | `NaN`, `Infinity` | null |
 * | bigint | its digits as text, since readers of JSON would round them |
 * | `undefined`, function, symbol | left out of objects, null in lists |
 * | `Date`, and whatever has a `toJSON` method | what the method returns; a `Date` is ISO 8601 text |
 * | `Map` with keys of text | object |
 * | `Set`, typed array of numbers | list |
 * | instance of a class | object of its own enumerable properties |
 *
 * @returns the data; `undefined` for `undefined` only
 * @throws {ContentError} with the path, for a value that contains itself or is nested more than 1,000
 * levels deep, a `Map` with other keys, a function or symbol by itself, and for what has a form of
 * its own outside data: bytes, media, results, promises, generators, streams
 */
export function toJson(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new ContentError(`a ${typeof value} has no JSON form`);
  }
  return converted(value, "", { objects: [], keys: [] });
}

/** Text of data: text itself, all else as compact JSON. */
export function textOf(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** Whether a value is an object literal or as good as one, and its JSON form is its own. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return isLiteral(value) && typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

function isLiteral(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function converted(value: unknown, key: string | number, way: Way): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : ofObject(value, key, way);
    default:
      return undefined;
  }
}

function ofObject(value: object, key: string | number, way: Way): unknown {
  const { objects, keys } = way;
  keys.push(key);
  if (objects.includes(value)) throw fault(way, "the value contains itself");
  if (objects.length === MOST_LEVELS) {
    throw new ContentError(
      `the value contains itself, or is nested more than ${MOST_LEVELS} levels deep`,
    );
  }
  objects.push(value);
  const data = dataOf(value, way);
  objects.pop();
  keys.pop();
  return data;
}

function dataOf(value: object, way: Way): unknown {
  const isList = Array.isArray(value);
  const isObject = isLiteral(value);
  const problem = isList || isObject ? undefined : foreign(value);
  if (problem !== undefined) throw fault(way, problem);
  const { toJSON } = value as { toJSON?: unknown };
  const own = typeof toJSON === "function" ? toJSON.call(value, String(way.keys.at(-1))) : value;
  if (own !== value) return converted(own, "", way);
  if (isList) return ofList(value, way);
  return isObject ? ofRecord(value, way) : ofInstance(value, way);
}

function ofList(value: readonly unknown[], way: Way): readonly unknown[] {
  const list: unknown[] = [];
  for (let i = 0; i < value.length; i++) list.push(converted(value[i], i, way) ?? null);
  return list;
}

function ofRecord(value: object, way: Way): object {
  const record: Record<string, unknown> = {};
  let isEmpty = true;
  for (const key of Object.keys(value)) {
    const data = converted((value as Readonly<Record<string, unknown>>)[key], key, way);
    if (data === undefined) continue;
    isEmpty = false;
    if (key === "__proto__") define(record, key, data);
    else record[key] = data;
  }
  // What is there to be iterated over is not in its properties.
  if (Symbol.asyncIterator in value || isEmpty && Symbol.iterator in value) {
    throw fault(way, STREAM);
  }
  return record;
}

function ofInstance(value: object, way: Way): unknown {
  if (value instanceof Map) return ofMap(value, way);
  if (value instanceof Set) return ofList([...value], way);
  if (ArrayBuffer.isView(value)) {
    return ofList(Array.from(value as unknown as ArrayLike<unknown>), way);
  }
  return BOXES.some((box) => value instanceof box)
    ? converted(value.valueOf(), "", way)
    : ofRecord(value, way);
}

function ofMap(value: ReadonlyMap<unknown, unknown>, way: Way): object {
  const entries = [...value];
  if (entries.some(([key]) => typeof key !== "string")) {
    throw fault(way, "a Map becomes an object, so its keys must be text");
  }
  return ofRecord(Object.fromEntries(entries), way);
}

const STREAM = "a generator or stream is no data; collect its items first";

/** What to write instead of a value whose form in data nobody could read. */
function foreign(value: object): string | undefined {
  if (isMarked(value, MEDIA)) {
    const { kind } = value as { kind?: string };
    return `${kind}() makes no data; write await ${kind}(…).toContent() in its place`;
  }
  if (isMarked(value, RESULT)) return "result() makes no data; return it by itself";
  if (isBytes(value) || value instanceof DataView || value instanceof SharedArrayBuffer) {
    return "bytes are no data; write await image(…).toContent() or the like in their place";
  }
  const { then, next } = value as { then?: unknown; next?: unknown };
  if (typeof then === "function") return "a promise is no data; await it first";
  return typeof next === "function" ? STREAM : undefined;
}

function fault({ keys }: Way, problem: string): ContentError {
  const path = keys.filter((key) => key !== "").join(".");
  return new ContentError(path === "" ? problem : `${path}: ${problem}`);
}
