import { isBytes } from "./bytes.ts";
import { ContentError } from "./content_error.ts";
import { isMarked, MEDIA, RESULT } from "./marks.ts";

/** How deeply data may be nested. */
const MOST_LEVELS = 1000;

const BOXES = [Number, String, Boolean, BigInt];

/** An object or list on the way from the root to the value that is looked at. */
interface Level {
  readonly value: object;
  readonly key: string | number;
  readonly above: Level | undefined;
  readonly depth: number;
}

/**
 * Turns a value into data that is JSON and nothing else. What is so already is returned itself, down
 * to each part; everything else is a copy.
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
  return converted(value, "", undefined);
}

/** Text of data: text itself, all else as compact JSON. */
export function textOf(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** Whether a value is an object literal or as good as one, and its JSON form is its own. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) &&
    typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

function converted(value: unknown, key: string | number, above: Level | undefined): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : ofObject(value, key, above);
    default:
      return undefined;
  }
}

function ofObject(value: object, key: string | number, above: Level | undefined): unknown {
  const depth = above === undefined ? 1 : above.depth + 1;
  const level = { value, key, above, depth };
  for (let each = above; each !== undefined; each = each.above) {
    if (each.value === value) throw fault(level, "the value contains itself");
  }
  if (depth > MOST_LEVELS) {
    throw new ContentError(
      `the value contains itself, or is nested more than ${MOST_LEVELS} levels deep`,
    );
  }
  if (Array.isArray(value) && !hasToJson(value)) return ofList(value, level);
  return isPlain(value) ? ofRecord(value, level) : ofInstance(value, level);
}

function ofList(value: readonly unknown[], level: Level): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const data = converted(value[i], i, level) ?? null;
    if (copy === undefined && data !== value[i]) copy = Array.from(value).slice(0, i);
    copy?.push(data);
  }
  return copy ?? value;
}

function ofRecord(value: object, level: Level, copied = false): object {
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record);
  let copy: [string, unknown][] | undefined = copied ? [] : undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const item = record[key];
    const data = converted(item, key, level);
    if (copy === undefined && (data !== item || data === undefined)) {
      copy = keys.slice(0, i).map((before) => [before, record[before]]);
    }
    if (data !== undefined) copy?.push([key, data]);
  }
  // Unlike an assignment, this takes "__proto__" for a key like any other.
  return copy === undefined ? value : Object.fromEntries(copy);
}

function ofInstance(value: object, level: Level): unknown {
  const problem = foreign(value);
  if (problem !== undefined) throw fault(level, problem);
  if (hasToJson(value)) {
    const data = value.toJSON(String(level.key));
    return data === value ? ofRecord(value, level, true) : converted(data, "", level);
  }
  if (value instanceof Map) return ofMap(value, level);
  if (value instanceof Set) return ofList([...value], level);
  if (ArrayBuffer.isView(value)) {
    return ofList(Array.from(value as unknown as ArrayLike<unknown>), level);
  }
  return BOXES.some((box) => value instanceof box)
    ? converted(value.valueOf(), level.key, level.above)
    : ofRecord(value, level, true);
}

function ofMap(value: ReadonlyMap<unknown, unknown>, level: Level): object {
  if ([...value.keys()].some((key) => typeof key !== "string")) {
    throw fault(level, "a Map becomes an object, so its keys must be text");
  }
  return ofRecord(Object.fromEntries(value), level);
}

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
  if (typeof next === "function" || Symbol.asyncIterator in value) {
    return "a generator or stream is no data; collect its items first";
  }
  return undefined;
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

function fault(level: Level, problem: string): ContentError {
  const path: (string | number)[] = [];
  for (let each = level; each.above !== undefined; each = each.above) {
    if (each.key !== "") path.unshift(each.key);
  }
  return new ContentError(path.length === 0 ? problem : `${path.join(".")}: ${problem}`);
}
