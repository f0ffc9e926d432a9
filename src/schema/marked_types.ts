import { isDate, isDateTime, readable } from "./date_time.ts";
import type { MarkedType } from "./from_types/signature.ts";
import { isRecord } from "./json_schema.ts";
import { canonical } from "./json_types.ts";
import {
  BASE64,
  DIGITS,
  DURATION,
  MONTH_DAY,
  PLAIN_DATE_TIME,
  PLAIN_TIME,
  YEAR_MONTH,
  ZONED_DATE_TIME,
} from "./marked_patterns.ts";
import { expressionOf, isExpression, patternOf, portablePattern } from "./pattern.ts";
import type { JsonSchema } from "./standard_schema.ts";
import { isUri, uriOf } from "./uri/uri.ts";
import { formatted, patterned, texts, type WireType } from "./wire_type.ts";

const DATE_TIME = "a date and time with its offset, such as 2026-01-31T12:00:00Z";
/** Dates in the calendar that the forms are in. */
const ISO = { calendarName: "never" } as const;

/** The types that JSON has not, as TypeScript calls them. */
export const MARKED_TYPES: Readonly<Record<MarkedType, WireType>> = {
  bigint: {
    form: { anyOf: [{ type: "integer" }, { type: "string", pattern: DIGITS }] },
    check: {
      expected: "an integer, or its digits as text",
      fits: (value) =>
        Number.isSafeInteger(value) || typeof value === "string" && patternOf(DIGITS).test(value),
    },
    // An author may have listed it as any text.
    decode: (value) => /^-?\d+$/.test(String(value)) ? BigInt(value as string) : value,
  },
  Date: formatted("date-time", DATE_TIME, isDateTime, (text) => new Date(readable(text)), {
    // A day without a time is midnight in UTC (ECMA-262, date time string format).
    lenient: (value) => isDate(String(value)) ? `${value}T00:00:00Z` : value,
  }),
  URL: formatted(
    "uri",
    "a URL with its scheme, such as https://example.com/a?b=c",
    (text) => isUri(text) && URL.canParse(text),
    (text) => new URL(text),
    {
      encode: (value) => value instanceof URL ? uriOf(value) : value,
      lenient: (value) =>
        typeof value === "string" && !isUri(value) && URL.canParse(value)
          ? uriOf(new URL(value))
          : value,
    },
  ),
  RegExp: formatted(
    "regex",
    "a regular expression of JavaScript without slashes and flags, such as ^a+$",
    isExpression,
    expressionOf,
    { encode: (value) => value instanceof RegExp ? portablePattern(value.source) : value },
  ),
  Set: {
    form: { type: "array", uniqueItems: true },
    decode: (value) => Array.isArray(value) ? new Set(value) : value,
    lenient: (value) => Array.isArray(value) ? distinct(value) : value,
  },
  Map: {
    form: { type: "object" },
    decode: (value) => isRecord(value) ? new Map(Object.entries(value)) : value,
  },
  Uint8Array: base64(
    (bytes) => bytes,
    (value) => value instanceof Uint8Array ? value.toBase64() : value,
  ),
  ArrayBuffer: base64(
    ({ buffer }) => buffer,
    (value) => value instanceof ArrayBuffer ? new Uint8Array(value).toBase64() : value,
  ),
  Blob: base64(
    (bytes) => new Blob([bytes]),
    (value) => value instanceof Blob ? value.bytes().then((bytes) => bytes.toBase64()) : value,
  ),
  "Temporal.Instant": formatted(
    "date-time",
    DATE_TIME,
    isDateTime,
    (text) => Temporal.Instant.from(readable(text)),
  ),
  "Temporal.ZonedDateTime": patterned(
    ZONED_DATE_TIME,
    "a date and time with its time zone, and no offset but the one that holds there, " +
      "such as 2026-01-31T12:00:00[Europe/Berlin]",
    (text) => Temporal.ZonedDateTime.from(text),
    { encode: (value) => value instanceof Temporal.ZonedDateTime ? value.toString(ISO) : value },
  ),
  "Temporal.PlainDateTime": patterned(
    PLAIN_DATE_TIME,
    "a date and time without an offset, such as 2026-01-31T12:00:00",
    (text) => Temporal.PlainDateTime.from(text),
    { encode: (value) => value instanceof Temporal.PlainDateTime ? value.toString(ISO) : value },
  ),
  "Temporal.PlainDate": formatted(
    "date",
    "a date, such as 2026-01-31",
    isDate,
    (text) => Temporal.PlainDate.from(text),
    { encode: (value) => value instanceof Temporal.PlainDate ? value.toString(ISO) : value },
  ),
  // The format time is one with an offset.
  "Temporal.PlainTime": patterned(
    PLAIN_TIME,
    "a time of day without an offset, such as 12:00:00",
    (text) => Temporal.PlainTime.from(text),
  ),
  "Temporal.PlainYearMonth": patterned(
    YEAR_MONTH,
    "a month with its year, such as 2026-01",
    (text) => Temporal.PlainYearMonth.from(text),
  ),
  "Temporal.PlainMonthDay": patterned(
    MONTH_DAY,
    "a day of any year, such as 01-31",
    (text) => Temporal.PlainMonthDay.from(text),
  ),
  // The format duration knows neither fractions of a second, nor weeks beside days.
  "Temporal.Duration": patterned(
    DURATION,
    "a duration of ISO 8601, such as P1DT2H30M",
    (text) => Temporal.Duration.from(text),
  ),
};

/**
 * What is listed for a type that JSON has not. Whoever lists a `Set` adds `items`, for a `Map`
 * `additionalProperties`, and `propertyNames` where its keys are not any text.
 */
export const FORMS: Readonly<Record<MarkedType, JsonSchema>> = Object.fromEntries(
  Object.entries(MARKED_TYPES).map(([type, { form }]) => [type, form]),
) as Record<MarkedType, JsonSchema>;

function base64(
  decode: (bytes: Uint8Array<ArrayBuffer>) => unknown,
  encode: (value: unknown) => unknown,
): WireType {
  return texts(
    { type: "string", contentEncoding: "base64", pattern: BASE64 },
    "bytes as base64 text with its padding",
    // The pattern runs out of stack where a text is very long.
    (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
    (text) => decode(Uint8Array.fromBase64(text)),
    { encode },
  );
}

/** A list without what is in it a second time; the same list where nothing is. */
function distinct(items: readonly unknown[]): readonly unknown[] {
  const known = new Map(items.map((item) => [canonical(item), item]));
  return known.size === items.length ? items : [...known.values()];
}
