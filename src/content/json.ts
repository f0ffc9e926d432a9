/**
 * Writes a value as compact JSON.
 *
 * A bigint becomes decimal text, since no reader of JSON keeps its digits otherwise.
 *
 * @returns the text, and the value as that text reads if it differs from what was given
 * @throws {TypeError} if the value has no JSON form: it contains itself, or is a function or symbol
 */
export function toJson(value: unknown): { readonly text: string; readonly value: unknown } {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    text = withBigints(value);
    if (text !== undefined) return { text, value: JSON.parse(text) };
  }
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON form`);
  return { text, value };
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
