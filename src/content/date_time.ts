const FORM =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is a date and a time of ISO 8601, with seconds and an offset. */
export function isDateTime(value: unknown): boolean {
  const date = typeof value === "string" ? FORM.exec(value)?.[1] : undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // A day too many is taken for one of the next month.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date!);
}
