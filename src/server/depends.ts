import type { Provider } from "./provider.ts";

/** One try to call a function whose parameters have defaults by {@linkcode depends}. */
export interface Attempt {
  /** How many such defaults it has. */
  readonly defaults: number;
  /** Values of the first of them. */
  readonly values: readonly unknown[];
  /** How many were evaluated. */
  evaluated: number;
  /** What a default threw, since its value is not made yet. */
  missing?: MissingValue;
}

/** What a default throws whose value is still to be made. */
export interface MissingValue {
  /** What makes it. */
  readonly provider: Provider;
}

/** The try whose synchronous part runs now. */
let running: Attempt | undefined;

/** Runs the synchronous part of a try; only in there {@linkcode depends} has values. */
export function attempted<Returned>(attempt: Attempt, call: () => Returned): Returned {
  const before = running;
  running = attempt;
  try {
    return call();
  } finally {
    running = before;
  }
}

/**
 * Has the server make the value of a parameter, as the parameter's default: clients neither see nor
 * set it. It is for functions that are registered with `import.meta`; the provider is the same as in
 * the `inject` option of others, and so is the life of its value.
 *
 * Before the body begins, the function's other defaults may run more than once, so they should do
 * nothing but give a value. Where you call the function yourself, as in a test, give the argument.
 *
 * @example A connection that is opened for every call, and closed after it
 * ```ts
 * import { depends, McpServer } from "@x/mcp";
 *
 * async function openDb() {
 *   const rows = await Promise.resolve(["rain", "sun"]);
 *   return { rows, [Symbol.dispose]: () => {} };
 * }
 *
 * function report(day: number, db = depends(openDb)): string {
 *   return db.rows[day % db.rows.length];
 * }
 *
 * const mcp = new McpServer({ name: "weather", version: "1.0.0" });
 * mcp.tool(report, import.meta);
 * ```
 *
 * @param provider Makes the value
 * @returns the value, when the server calls the function
 * @throws {TypeError} anywhere but in the default of a parameter of a function that a server calls
 */
export function depends<Value>(provider: Provider<Value>): Awaited<Value> {
  if (typeof provider !== "function") {
    throw new TypeError("Cannot provide a value: depends() takes a provider, a function");
  }
  if (running === undefined) {
    throw new TypeError(
      "Cannot provide a value: depends() is for the default of a parameter, as in " +
        "(db = depends(openDb)) => …, and only the server that calls the function has it made; " +
        "give the argument where you call the function yourself",
    );
  }
  if (running.evaluated === running.defaults) {
    throw new TypeError(
      "Cannot provide a value: depends() belongs in the default of a parameter, as in " +
        "(db = depends(openDb)) => …, and not where the function runs already",
    );
  }
  const place = running.evaluated++;
  if (place < running.values.length) return running.values[place] as Awaited<Value>;
  throw running.missing = { provider };
}
