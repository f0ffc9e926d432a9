// No pattern looks ahead or behind: the validators of some clients, in Rust and Go, cannot.

const DAY =
  "(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|" +
  "\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|" +
  "02-(?:0[1-9]|1\\d|2[0-8])))";
const HOUR = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const TIME = `${HOUR}(?::[0-5]\\d(?:\\.\\d{1,9})?)?`;

// So many digits of every unit are together less than a duration may be.
const COUNT = "\\d{1,9}";
const SECONDS = "\\d{1,15}(?:\\.\\d{1,9})?S";
const DATES = units(`${COUNT}Y`, `${COUNT}M`, `${COUNT}W`, `${COUNT}D`);
const TIMES = `T${units(`${COUNT}H`, `${COUNT}M`, SECONDS)}`;

/** The digits of an integer. */
export const DIGITS = "^-?(0|[1-9][0-9]*)$";

/** Base64 with padding (RFC 4648, 4). */
export const BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** A time of day without an offset. */
export const PLAIN_TIME = `^${TIME}$`;

/** A day and a time of day without an offset. */
export const PLAIN_DATE_TIME = `^${DAY}T${TIME}$`;

/** A day and a time of day, with an offset or without, and a time zone (RFC 9557). */
export const ZONED_DATE_TIME = `^${DAY}T${TIME}(?:Z|[+-]${HOUR})?\\[[A-Za-z0-9_+/:.-]+\\]$`;

/** A month of a year. */
export const YEAR_MONTH = "^\\d{4}-(?:0[1-9]|1[0-2])$";

/** A day of any year. */
export const MONTH_DAY =
  "^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|" +
  "02-(?:0[1-9]|[12]\\d))$";

/** A duration of ISO 8601, with fractions of seconds, and weeks beside other units. */
export const DURATION = `^-?P(?:${DATES}(?:${TIMES})?|${TIMES})$`;

/** Some of the units in their order, at least one. */
function units(...units: readonly string[]): string {
  const from = units.map((unit, i) =>
    unit + units.slice(i + 1).map((next) => `(?:${next})?`).join("")
  );
  return `(?:${from.join("|")})`;
}
