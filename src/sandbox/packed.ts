/** The member that makes an object of packed data stand for a value that JSON has not. */
export const TAG = "$";

/**
 * A value as JSON and blobs. The data are a pair: whether anything in them is tagged, and the value. A
 * tagged object names what it stands for:
 *
 * | {@linkcode TAG} | Other members |
 * | --- | --- |
 * | `undefined` `function` `symbol` `promise` `stream` | |
 * | `number` `bigint` `URL` | `is`: its text, of a `bigint` in hexadecimal |
 * | `Date` | `is`: milliseconds, or null |
 * | `RegExp` | `is`: its source, `flags` |
 * | `Temporal.…` | `is`: its text; of a duration the list of its units |
 * | `Object` `Map` | `of`: pairs of keys and values |
 * | `Set` | `of`: its items |
 * | `Result` | `of`: the parts of a tool result |
 * | `Up` | `is`: how many levels above the same object stands |
 * | `ArrayBuffer`, a typed array… | `blob`: the place of its bytes |
 * | `Blob` `File` | `blob`, `type`, and of a file `name`, `lastModified` |
 * | `Media` | `blob`, `rest`: the place of JSON of all else that is known of it |
 *
 * An object that has a member of that name itself is an `Object`.
 */
export interface Packed {
  readonly data: PackedData;
  readonly blobs: readonly Uint8Array[];
}

/** What stands for a value in a message. */
export type PackedData = readonly [tagged: 0 | 1, value: unknown];

/** How deeply packed values may be nested: a little more than data, whose own limit is told better. */
export const MOST_LEVELS = 1010;

/** Most digits of a `bigint` in hexadecimal, whose time to print grows faster than it does. */
export const MOST_DIGITS = 2 ** 20;

/** Kinds of bytes and their lists, by the name of their class. */
export const BUFFERS = {
  ArrayBuffer,
  SharedArrayBuffer,
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float16Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
} as const;

/** Types of `Temporal` whose text says all. */
export const TEMPORAL_TEXTS = {
  "Temporal.Instant": Temporal.Instant,
  "Temporal.ZonedDateTime": Temporal.ZonedDateTime,
  "Temporal.PlainDateTime": Temporal.PlainDateTime,
  "Temporal.PlainDate": Temporal.PlainDate,
  "Temporal.PlainTime": Temporal.PlainTime,
  "Temporal.PlainYearMonth": Temporal.PlainYearMonth,
  "Temporal.PlainMonthDay": Temporal.PlainMonthDay,
} as const;

/** Units of a `Temporal.Duration`, in the order of its constructor. */
export const DURATION_UNITS = [
  "years",
  "months",
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "milliseconds",
  "microseconds",
  "nanoseconds",
] as const;
