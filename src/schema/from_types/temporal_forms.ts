import type { Node } from "./node.ts";

const DAY = "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|";
const LEAP_YEAR =
  "(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)";
const DATE = `(?:${LEAP_YEAR}-02-29|\\d{4}-${DAY}02-(?:0[1-9]|1\\d|2[0-8])))`;
/** Temporal knows nothing smaller than a nanosecond. */
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?";
const OFFSET = "[+-](?:[01]\\d|2[0-3]):[0-5]\\d";

/**
 * The texts that the types of `Temporal` are made of without error, among them what they write of
 * themselves in the calendar of ISO 8601. That a time zone is known no pattern can say.
 */
export const TEMPORAL_FORMS: Readonly<Record<string, Node>> = {
  "Temporal.Instant": {
    type: "string",
    format: "date-time",
    pattern: `^[^.]+(?:\\.\\d{1,9}(?:[Zz]|${OFFSET}))?$`,
  },
  "Temporal.ZonedDateTime": {
    type: "string",
    pattern: `^${DATE}T${TIME}(?:Z|${OFFSET})?\\[(?:[A-Za-z][A-Za-z0-9_+/-]*|${OFFSET})\\]$`,
  },
  "Temporal.PlainDateTime": { type: "string", pattern: `^${DATE}T${TIME}$` },
  "Temporal.PlainDate": { type: "string", format: "date" },
  "Temporal.PlainTime": { type: "string", pattern: `^${TIME}$` },
  "Temporal.PlainYearMonth": { type: "string", pattern: "^\\d{4}-(?:0[1-9]|1[0-2])$" },
  "Temporal.PlainMonthDay": { type: "string", pattern: `^${DAY}02-(?:0[1-9]|[12]\\d))$` },
  "Temporal.Duration": {
    type: "string",
    // The formats that validators know as duration have no sign, no fraction, and no weeks beside days.
    pattern: "^[+-]?P(?=[\\dT])(?:\\d{1,9}Y)?(?:\\d{1,9}M)?(?:\\d{1,9}W)?(?:\\d{1,9}D)?" +
      "(?:T(?=\\d)(?:\\d{1,11}H)?(?:\\d{1,13}M)?(?:\\d{1,15}(?:\\.\\d{1,9})?S)?)?$",
  },
};
