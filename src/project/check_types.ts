import { typeCheck } from "../app/signatures/type_check.ts";
import { ALL_ARGUMENTS, batches } from "../deno/batches.ts";
import { moduleGraph, type Resolved } from "../deno/deno_info.ts";
import { runDeno } from "../deno/run_deno.ts";
import { closureOf } from "../schema/from_types/module_graph.ts";
import { isOurs } from "../schema/from_types/our_package.ts";
import type { SignatureProblem } from "../schema/from_types/signature.ts";
import { fileUrl, pathOf } from "../schema/uri/file_url.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { asError, errorIn, reasonOf } from "./problems.ts";

/**
 * Type-checks files as `deno check` does, with the project's configuration. Files that import what cannot be
 * parsed are left out, since Deno would check nothing with them.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @returns what is wrong, with what keeps Deno from checking
 */
export async function checkTypes(
  folder: string,
  urls: readonly string[],
): Promise<readonly ProjectProblem[]> {
  if (urls.length === 0) return [];
  let resolved: Resolved;
  try {
    resolved = await moduleGraph(urls, folder);
  } catch (error) {
    return [unchecked(folder, reasonOf(error).replace(/^Cannot read signatures: /, ""))];
  }
  const { graph: { modules }, graph, flags } = resolved;
  const broken = Object.keys(modules).filter((url) => SYNTAX.test(modules[url].error ?? ""));
  const whole = urls.filter((url) => {
    const below = broken.length === 0 ? undefined : closureOf(graph, url, isOurs);
    return !broken.some((each) => below!.has(each));
  });
  const unparsed = broken.map((url) => syntaxError(url, modules[url].error!));
  const found = whole.length === 0 ? [] : await typeCheck(whole, folder, flags);
  const errors = found ?? [await failure(whole, folder, flags)];
  return [...unparsed, ...errors].map((each) => asError({ ...each, url: spelt(each.url) }));
}

/** Deno's spelling of a URL may escape more. */
function spelt(url: string): string {
  return url.startsWith("file:") ? fileUrl(pathOf(url)) : url;
}

const SYNTAX = /^SyntaxError: /;
const PLACE = /:(\d+):(\d+)\s*$/;

function syntaxError(url: string, error: string): SignatureProblem {
  const [, line = "1", column = "1"] = PLACE.exec(error) ?? [];
  const [message] = error.replace(SYNTAX, "").split("\n", 1);
  return { url, line: Number(line), column: Number(column), message };
}

/** An error of types that is at no place. */
const PLACELESS = /^(?:error: )?TS\d+ \[ERROR\]: (.*)$/m;

/** What keeps Deno from checking, such as an option of the compiler. */
async function failure(
  urls: readonly string[],
  folder: string,
  flags: readonly string[],
): Promise<SignatureProblem> {
  let message = "Deno does not say why";
  for (const batch of batches(urls, ALL_ARGUMENTS)) {
    const { success, stderr } = await runDeno(["check", "--quiet", ...flags, ...batch], folder);
    if (success) continue;
    [message] = PLACELESS.exec(stderr)?.slice(1) ??
      stderr.replace(/^[^]*?\berror: /, "").trim().split("\n", 1);
  }
  return unchecked(folder, message);
}

function unchecked(folder: string, why: string): ProjectProblem {
  const shown = why.length > LONGEST ? `${why.slice(0, LONGEST)}…` : why.replace(/\.$/, "");
  return errorIn(`${folder}deno.json`, `types cannot be checked: ${shown}`);
}

/** Deno may name all that there is in place of what is wrong. */
const LONGEST = 200;
