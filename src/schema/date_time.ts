const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * Whether a text is a date and time with its offset (RFC 3339, 5.6), of a day that there is. A second
 * 60 must be where leap seconds are: at the end of June or December in UTC.
 */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysOf(month, year)) return false;
  if (second < 60) return true;
  const offset = (match[7] === "-" ? -1 : 1) * (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0));
  const minutes = hour * 60 + minute - offset;
  // A leap year has every day that there is.
  const there = new Date(Date.UTC(2000, month - 1, day, 0, minutes)).toISOString();
  return /-(?:06-30|12-31)T23:59/.test(there);
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether a text is a date (RFC 3339, 5.6) of a day that there is. */
export function isDate(text: string): boolean {
  return isDateTime(`${text}T00:00:00Z`);
}

/** Whether a text is a time of day with its offset (RFC 3339, 5.6). */
export function isTime(text: string): boolean {
  return isDateTime(`1998-12-31T${text}`) || isDateTime(`1999-01-01T${text}`);
}

/**
 * A date and time as JavaScript reads it: with the second before for a leap second, and no more digits
 * of a second than nine.
 */
export function readable(dateTime: string): string {
  return dateTime.replace(":60", ":59").replace(/(\.\d{9})\d+/, "$1");
}
