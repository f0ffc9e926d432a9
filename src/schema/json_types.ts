/** The kinds of JSON values. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** Every kind. */
export const ALL_TYPES: ReadonlySet<JsonType> = new Set([
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
]);

/** The kind of a value; `undefined` for what is no value of JSON. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
    case "string":
    case "object":
      return typeof value as JsonType;
    case "number":
      // NaN and Infinity are no numbers of JSON.
      return Number.isFinite(value) ? "number" : undefined;
  }
}

/** Whether a value is of a type of JSON Schema; integers beyond what a number keeps exactly are not. */
export function isOfType(value: unknown, type: unknown): boolean {
  return type === "integer" ? Number.isSafeInteger(value) : jsonTypeOf(value) === type;
}

/** A text that is the same for equal JSON values, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) {
    return Object.is(value, -0) ? "0" : JSON.stringify(value) ?? "";
  }
  const members = Object.keys(value).sort()
    .map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`);
  return `{${members.join()}}`;
}
