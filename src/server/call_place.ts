/** A place in the text of a module. */
export interface CallPlace {
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/**
 * Remembers where a module calls what runs now.
 *
 * @param url URL of the module
 * @returns tells the place; the beginning of the module if its call is not on the stack
 */
export function callPlace(url: string): () => CallPlace {
  const here = new Error();
  return () => {
    const stack = here.stack ?? "";
    const start = stack.indexOf(`${url}:`);
    const [, line, column] = start < 0
      ? []
      : /^:(\d+):(\d+)/.exec(stack.slice(start + url.length)) ?? [];
    return { line: Number(line ?? 1), column: Number(column ?? 1) };
  };
}
