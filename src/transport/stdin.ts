import process from "node:process";
import { type LineReader, readLines } from "./stdio.ts";

/** How much is kept before anybody takes lines, in characters. */
const KEPT_CHARS = 64 * 1024 * 1024;
const INPUT = Symbol.for("@x/mcp.stdin");

/** Lines of stdin, read from the moment it is opened on, and kept for whoever takes them. */
export interface LineInput {
  /** Settles when the input has ended, also while nobody takes its lines. */
  readonly ended: Promise<void>;
  /** Settles when somebody takes its lines. */
  readonly taken: Promise<void>;
  /** Takes what has come and will come. */
  readonly take: (reader: LineReader) => void;
}

/**
 * Begins to read stdin, so that its end is seen also while modules load and start hooks run. From here
 * on stdin is empty for everybody else: a tool that read from it would steal requests.
 *
 * @returns the same input, however often it is opened, and by however many copies of this module
 */
export function openStdin(): LineInput {
  const shared = globalThis as { [INPUT]?: LineInput };
  return shared[INPUT] ??= open();
}

function open(): LineInput {
  const read = Deno.stdin.read.bind(Deno.stdin);
  closeForOthers();
  const kept: ((reader: LineReader) => void)[] = [];
  const taken = Promise.withResolvers<void>();
  let reader: LineReader | undefined;
  const pass = (give: (reader: LineReader) => void) => {
    if (reader === undefined) kept.push(give);
    else give(reader);
  };
  let waiting = 0;
  const ended = readLines({ read }, {
    line: (text) => {
      waiting += text.length;
      pass((to) => to.line(text));
    },
    bad: (problem) => pass((to) => to.bad(problem)),
    // Before anybody takes lines, no more than a few are kept; the rest waits in the pipe.
    ready: () =>
      reader?.ready() ?? (reader === undefined && waiting > KEPT_CHARS ? taken.promise : undefined),
  });
  return {
    ended,
    taken: taken.promise,
    take: (to) => {
      reader = to;
      for (const give of kept.splice(0)) give(to);
      taken.resolve();
    },
  };
}

function closeForOthers(): void {
  const members: PropertyDescriptorMap = {
    read: { value: () => Promise.resolve(null) },
    readSync: { value: () => null },
    readable: { get: () => new Blob([]).stream() },
  };
  for (const [name, member] of Object.entries(members)) {
    Object.defineProperty(Deno.stdin, name, { configurable: true, ...member });
  }
  let empty: unknown;
  Object.defineProperty(process, "stdin", {
    configurable: true,
    // Loaded only for those who look.
    get: () => empty ??= process.getBuiltinModule("node:stream").Readable.from([]),
  });
}
