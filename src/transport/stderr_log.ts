import type { LogEntry, Report } from "../server/errors.ts";

/** Levels of the log on stderr, lowest first. */
export const STDERR_LEVELS = ["debug", "info", "warning", "error", "off"] as const;

/** A level of the log on stderr. */
export type StderrLevel = typeof STDERR_LEVELS[number];

const COLOR: Readonly<Record<LogEntry["level"], string>> = {
  debug: "\x1b[2m",
  info: "",
  warning: "\x1b[33m",
  error: "\x1b[31m",
};

let lowest: StderrLevel = "info";

/** Sets the lowest level that this process writes to stderr. */
export function setLogLevel(level: StderrLevel): void {
  lowest = level;
}

/**
 * A log that writes to stderr: a line for people on a terminal, a JSON line elsewhere. It never throws,
 * also when nobody reads stderr any more.
 */
export function stderrLog(): Report {
  return (entry) => {
    if (STDERR_LEVELS.indexOf(entry.level) < STDERR_LEVELS.indexOf(lowest)) return;
    writeStderr(Deno.stderr.isTerminal() ? human(entry) : machine(entry));
  };
}

/** Writes text to stderr, whole; a broken stderr is nobody's problem. */
export function writeStderr(text: string): void {
  try {
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stderr.writeSync(bytes));
  } catch {
    // There is nowhere left to say so.
  }
}

function human({ level, message, errorId, error }: LogEntry): string {
  const [on, off] = Deno.noColor ? ["", ""] : [COLOR[level], "\x1b[0m"];
  const id = errorId === undefined ? "" : ` (error id ${errorId})`;
  const detail = error === undefined ? "" : `\n${inspect(error)}`;
  return `${on}mcp ${level}:${off} ${message}${id}${detail}\n`;
}

function machine({ level, message, errorId, error }: LogEntry): string {
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    message,
    ...(errorId === undefined ? {} : { errorId }),
    ...(error === undefined ? {} : { error: inspect(error) }),
  }) + "\n";
}

function inspect(value: unknown): string {
  try {
    return Deno.inspect(value, { colors: false, depth: 6 });
  } catch {
    return "a value that cannot be shown";
  }
}
