/** One client that is being served over lines of JSON. */
export interface ServerConnection {
  /** Takes one line of input. */
  receive(line: string): void;
  /**
   * Answers input that never became a line, such as one that is too long.
   *
   * @param code JSON-RPC error code
   * @param message What is wrong
   */
  refuse(code: number, message: string): void;
  /** Waits, at most so many milliseconds, until every request is answered. */
  drained(limitMs: number): Promise<void>;
  /** Ends subscriptions properly, aborts what still runs, and sends nothing from then on. */
  close(): Promise<void>;
}

/**
 * Sends one message to a client as one line of JSON, without its line end.
 *
 * @param weight What may become of the line while the client cannot keep up: `keep` it; `spare`, it may
 *   be left out (logs, progress); `once`, it may be left out if the same line waits already (changes)
 */
export type SendLine = (line: string, weight: "keep" | "spare" | "once") => void;
