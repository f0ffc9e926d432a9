import { parseArgs } from "node:util";
import { didYouMean } from "../schema/nearest.ts";

/** A flag of a verb. */
export interface Flag {
  /** A switch, or something with a value. */
  readonly type: "boolean" | "string";
  /** One-letter form. */
  readonly short?: string;
  /** What stands for the value in help, such as `LEVEL`. */
  readonly value?: string;
  /** Whether it may be given again and again; its value is then a list. */
  readonly multiple?: boolean;
  /** The values there are. */
  readonly choices?: readonly string[];
  /** What it does, in half a line. */
  readonly summary: string;
}

/** A verb of the command line. */
export interface Command {
  /** The verb. */
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** Its arguments, as help shows them. */
  readonly usage: string;
  /** What else there is to know, line by line. */
  readonly notes?: readonly string[];
  /** Its flags by name. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** Command lines that work. */
  readonly examples: readonly string[];
  /** Imports what does the work. */
  readonly load: () => Promise<{ run: (input: Input) => Promise<number> }>;
}

/** The words after a verb, taken apart. */
export interface Input {
  /** Words that belong to no flag. */
  readonly words: readonly string[];
  /** Values of flags by name. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** A wrong command line: one line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A request that cannot be fulfilled: one line on stderr, exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const HELP: Flag = { type: "boolean", short: "h", summary: "show this help" };

/**
 * Takes the words after a verb apart.
 *
 * @throws {UsageError} for a flag that is unknown, lacks its value, or has one too many
 */
export function parse(command: Command, args: readonly string[]): Input {
  const flags: Record<string, Flag> = { ...command.flags, help: HELP };
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { type, short }]) => [
        name,
        { type, ...(short === undefined ? {} : { short }) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const values: Record<string, string | boolean | readonly string[]> = {};
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) {
      throw new UsageError(
        `${command.name} has no flag ${token.rawName}` +
          didYouMean(token.rawName, Object.keys(flags).map((name) => `--${name}`)),
      );
    }
    if (flag.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
      values[token.name] = true;
      continue;
    }
    if (token.value === undefined) {
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}`);
    }
    if (flag.choices !== undefined && !flag.choices.includes(token.value)) {
      throw new UsageError(
        `${token.rawName} is one of ${flag.choices.join(", ")}, not ${
          JSON.stringify(token.value)
        }` +
          didYouMean(token.value, flag.choices),
      );
    }
    values[token.name] = flag.multiple
      ? [...values[token.name] as string[] ?? [], token.value]
      : token.value;
  }
  return { words, flags: values };
}

/** The help of a verb. */
export function helpOf(program: string, command: Command): string {
  const rows = Object.entries({ ...command.flags, help: HELP }).map(([name, flag]) => [
    `  ${flag.short === undefined ? "    " : `-${flag.short}, `}--${name}` +
    (flag.type === "string" ? ` ${flag.value}` : ""),
    flag.choices === undefined ? flag.summary : `${flag.summary}: ${flag.choices.join(", ")}`,
  ]);
  return [
    `${command.summary}`,
    "",
    `Usage: ${program} ${command.name} ${command.usage}`,
    ...(command.notes === undefined ? [] : ["", ...command.notes]),
    "",
    "Flags:",
    ...columns(rows),
    "",
    command.examples.length === 1 ? "Example:" : "Examples:",
    ...command.examples.map((example) => `  ${program} ${example}`),
    "",
  ].join("\n");
}

/** The help of the program. */
export function overview(program: string, about: string, commands: readonly Command[]): string {
  return [
    about,
    "",
    `Usage: ${program} <verb> [arguments]`,
    "",
    "Verbs:",
    ...columns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    "",
    `Help on one verb: ${program} <verb> --help. Version: ${program} --version`,
    "",
  ].join("\n");
}

/** Lines of columns that stand under one another; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row.map((cell, i) => i === row.length - 1 ? cell : cell.padEnd(widths[i])).join("  ").trimEnd()
  );
}
