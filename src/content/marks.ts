// Registered symbols, so that values are known that come from another copy of this package.

/** Marks what `image()`, `audio()` and `file()` make, and holds the function that reads it. */
export const MEDIA = Symbol.for("@x/mcp.media");

/** Holds what media were made of. */
export const MEDIA_PARTS = Symbol.for("@x/mcp.media.parts");

/** Marks what `result()` makes, and holds its parts. */
export const RESULT = Symbol.for("@x/mcp.result");

/** Whether a value carries a mark. */
export function isMarked<Mark extends symbol>(
  value: unknown,
  mark: Mark,
): value is { readonly [key in Mark]: unknown } {
  return typeof value === "object" && value !== null && mark in value;
}
