import type { MarkedType } from "./from_types/signature.ts";
import type { JsonSchema } from "./standard_schema.ts";

// No pattern looks ahead or behind: the validators of some clients, in Rust and Go, cannot.

const DAY =
  "(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|" +
  "\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|" +
  "02-(?:0[1-9]|1\\d|2[0-8])))";
const HOUR = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const TIME = `${HOUR}(?::[0-5]\\d(?:\\.\\d{1,9})?)?`;
const N = "\\d{1,9}";
const SECONDS = "\\d{1,15}(?:\\.\\d{1,9})?S";
const DATE_PART =
  `(?:${N}Y(?:${N}M)?(?:${N}W)?(?:${N}D)?|${N}M(?:${N}W)?(?:${N}D)?|${N}W(?:${N}D)?|${N}D)`;
const TIME_PART = `T(?:${N}H(?:${N}M)?(?:${SECONDS})?|${N}M(?:${SECONDS})?|${SECONDS})`;

const BYTES = {
  type: "string",
  contentEncoding: "base64",
  pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
};

/**
 * What is listed for a type that JSON has not. Whoever lists a `Set` adds `items`, for a `Map`
 * `additionalProperties`, and `propertyNames` where its keys are not any text.
 */
export const FORMS: Readonly<Record<MarkedType, JsonSchema>> = {
  bigint: { anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?(0|[1-9][0-9]*)$" }] },
  Date: { type: "string", format: "date-time" },
  URL: { type: "string", format: "uri" },
  RegExp: { type: "string", format: "regex" },
  Set: { type: "array", uniqueItems: true },
  Map: { type: "object" },
  Uint8Array: BYTES,
  ArrayBuffer: BYTES,
  Blob: BYTES,
  "Temporal.Instant": { type: "string", format: "date-time" },
  "Temporal.ZonedDateTime": {
    type: "string",
    pattern: `^${DAY}T${TIME}(?:Z|[+-]${HOUR})?\\[[A-Za-z0-9_+/:.-]+\\]$`,
  },
  "Temporal.PlainDateTime": { type: "string", pattern: `^${DAY}T${TIME}$` },
  "Temporal.PlainDate": { type: "string", format: "date" },
  // The format time is one with an offset.
  "Temporal.PlainTime": { type: "string", pattern: `^${TIME}$` },
  "Temporal.PlainYearMonth": { type: "string", pattern: "^\\d{4}-(?:0[1-9]|1[0-2])$" },
  "Temporal.PlainMonthDay": {
    type: "string",
    pattern: "^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|" +
      "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|[12]\\d))$",
  },
  // The format duration knows neither fractions of a second, nor weeks beside days.
  "Temporal.Duration": {
    type: "string",
    pattern: `^-?P(?:${DATE_PART}(?:${TIME_PART})?|${TIME_PART})$`,
  },
};
