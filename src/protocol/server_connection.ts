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
 * @param droppable Whether the message may be left out when the client cannot keep up (logs, progress)
 */
export type SendLine = (line: string, droppable: boolean) => void;
