import { parseEnv } from "node:util";
import { CommandError } from "./command.ts";

const IGNORED = /^\s*(#.*)?$/;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/;

/**
 * Sets the variables of this process that stand in `.env` files, of the last file that names one. What is
 * set already stays.
 *
 * @throws {CommandError} if a file cannot be read, or a line of it is wrong
 */
export async function setVariables(files: readonly string[]): Promise<void> {
  const variables: Record<string, string> = {};
  for (const file of files) {
    const text = (await textOf(file)).replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
    const wrong = wrongLine(text);
    // A line may be a secret, and is not shown.
    if (wrong !== undefined) throw new CommandError(`${file}:${wrong.line}:1: ${wrong.says}`);
    Object.assign(variables, parseEnv(text));
  }
  for (const [name, value] of Object.entries(variables)) {
    if (Deno.env.get(name) === undefined) Deno.env.set(name, value);
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : (error as Error).message;
    throw new CommandError(`Cannot read --env-file ${file}: ${why}`);
  }
}

/** The first line that says nothing, or something else than one would think. */
function wrongLine(text: string): { line: number; says: string } | undefined {
  const lines = text.split("\n");
  const names = new Set<string>();
  for (let i = 0; i < lines.length; i++) {
    if (IGNORED.test(lines[i])) continue;
    const line = i + 1;
    const [, name, value] = ASSIGNMENT.exec(lines[i]) ?? [];
    if (name === undefined) return { line, says: "no variable: write NAME=value" };
    if (names.has(name)) return { line, says: `${name} is set twice` };
    if (value.includes("\0")) return { line, says: `${name} has a character that no variable has` };
    names.add(name);
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined) {
      // What is behind it would be lost.
      if (/\S#/.test(value)) return { line, says: `# begins a comment: put ${name} into quotes` };
      continue;
    }
    let rest = value.slice(1);
    while (!rest.includes(quote)) {
      if (++i === lines.length) return { line, says: `the ${quote} of ${name} has no second one` };
      rest = lines[i];
    }
    if (!IGNORED.test(rest.slice(rest.indexOf(quote) + 1))) {
      return {
        line: i + 1,
        says: `${name} goes on behind its ${quote}: use other quotes around it`,
      };
    }
  }
  return undefined;
}
