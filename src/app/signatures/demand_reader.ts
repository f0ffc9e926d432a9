import { pathOf } from "../../schema/uri/file_url.ts";
import { isOurs } from "../../schema/from_types/our_package.ts";
import type { SignatureRequest } from "../../schema/from_types/signature.ts";
import config from "../../../deno.json" with { type: "json" };
import { runnableDeno } from "../../deno/run_deno.ts";
import { quoted } from "../../server/shell_word.ts";

/**
 * Makes sure that this process may read signatures.
 *
 * @param hidden Paths of what would have to be read to tell whether something is kept of them
 * @throws {Error} in one line, with what is missing and what to run instead
 */
export function demandReader(
  requests: readonly SignatureRequest[],
  hidden: readonly string[],
): void {
  if (Deno.build.standalone) {
    throw new Error(
      `Cannot read ${
        shown(requests)
      }: a compiled program has no TypeScript to read; give what it ` +
        "registers an input schema",
    );
  }
  if (runnableDeno() !== undefined) return;
  const grant = hidden.length === 0
    ? ""
    : `, and grant --allow-read=${quoted(hidden.join(","))} for what is kept`;
  throw new Error(
    `Cannot read ${shown(requests)}: reading needs --allow-run=${
      quoted(Deno.execPath())
    }, and nothing ` +
      `is kept of an earlier time that still holds; run this once${grant}: ` +
      `deno run -A ${quoted(cli())} inspect ${quoted(program(requests[0].url))}`,
  );
}

function shown([{ kind, key, url }, ...more]: readonly SignatureRequest[]): string {
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `the signature of ${kind} ${JSON.stringify(key)}${others} in ${nameOf(url)}`;
}

function nameOf(url: string): string {
  return url.startsWith("file:") ? pathOf(url) : url;
}

/** The program that runs, unless that is our command line; then the module that registers. */
function program(url: string): string {
  return nameOf(isOurs(Deno.mainModule) ? url : Deno.mainModule);
}

/** Our command line, as Deno is told to run it. */
function cli(): string {
  const own = import.meta.resolve("../../../cli.ts");
  return own.startsWith("file:") ? pathOf(own) : `jsr:${config.name}@${config.version}/cli`;
}
