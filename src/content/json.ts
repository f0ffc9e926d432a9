/**
 * Writes a value as compact JSON.
 *
 * A bigint becomes decimal text, since no reader of JSON keeps its digits otherwise.
 *
 * @returns the text, and what it reads as: the value itself where that is sure to be the same
 * @throws {TypeError} if the value has no JSON form: it contains itself, or is a function or symbol
 */
export function toJson(value: unknown): { readonly text: string; readonly value: unknown } {
  let text: string | undefined;
  let same = typeof value !== "object" || value === null || Array.isArray(value) || isPlain(value);
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    text = withBigints(value);
    same = false;
  }
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON form`);
  return { text, value: same ? value : JSON.parse(text) };
}

/** Whether a value is an object literal or as good as one, and its JSON form is its own. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("toJSON" in value);
}

function withBigints(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, item) => typeof item === "bigint" ? String(item) : item);
  } catch (error) {
    throw new TypeError(
      /circular|cyclic/i.test((error as Error).message)
        ? "the value contains itself, so it has no JSON form"
        : `the value has no JSON form: ${(error as Error).message}`,
    );
  }
}
