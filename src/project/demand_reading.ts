import config from "../../deno.json" with { type: "json" };
import { runnableDeno } from "../deno/run_deno.ts";
import { pathOf } from "../schema/uri/file_url.ts";
import { quoted } from "../server/shell_word.ts";
import type { FoundComponent } from "./find_components.ts";

/**
 * Makes sure that this process may have components read by another.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @param hidden Paths of what would have to be read to tell whether something is kept of them
 * @throws {Error} in one line, with what is missing and what to run instead
 */
export function demandReading(
  [first, ...more]: readonly FoundComponent[],
  folder: string,
  hidden: readonly string[],
): void {
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  const what = `Cannot read ${first.path}${others}`;
  if (Deno.build.standalone) {
    throw new Error(
      `${what}: a compiled program has no TypeScript to read; compile the entry that build makes`,
    );
  }
  if (runnableDeno() !== undefined) return;
  const grant = hidden.length === 0
    ? ""
    : `, and grant --allow-read=${quoted(hidden.join(","))} for what is kept`;
  throw new Error(
    `${what}: reading needs --allow-run=${quoted(Deno.execPath())}, and nothing is kept of an ` +
      `earlier time that still holds; run this once${grant}: ` +
      `deno run -A ${quoted(commandLine())} check ${quoted(folder)}`,
  );
}

/** Our command line, as Deno is told to run it. */
function commandLine(): string {
  const own = import.meta.resolve("../../cli.ts");
  return own.startsWith("file:") ? pathOf(own) : `jsr:${config.name}@${config.version}/cli`;
}
