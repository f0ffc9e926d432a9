import type { Check } from "./check/check.ts";

/** Marks a part of a schema whose library wants a `Date` or a `bigint`, which JSON has not. */
export const WANTS: unique symbol = Symbol("wants");

/** What a marked part wants. */
export type Wanted = "date" | "bigint";

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** What a part of a schema wants, if it is marked. */
export function wantedBy(part: object): Wanted | undefined {
  return (part as { [WANTS]?: Wanted })[WANTS];
}

/** Whether a text is a date and time with its offset (RFC 3339, 5.6), of a day that there is. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 &&
    day <= new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate();
}

/** The check of a part that wants a bigint: a safe integer, or the digits of any. */
export const bigintCheck: Check = (value, path, found) => {
  if (Number.isSafeInteger(value)) return true;
  if (typeof value === "string" && /^-?(?:0|[1-9]\d*)$/.test(value)) return true;
  const says = "expected an integer, or its digits as text";
  found?.push({ path, says, got: value });
  return false;
};

/** The check of a part that wants a date. */
export const dateCheck: Check = (value, path, found) => {
  if (typeof value !== "string" || isDateTime(value)) return true;
  const says = "expected a date and time with its offset, such as 2026-01-31T12:00:00Z";
  found?.push({ path, says, got: value });
  return false;
};
