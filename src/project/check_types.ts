import { typeCheck } from "../app/signatures/type_check.ts";
import { ALL_ARGUMENTS, batches } from "../deno/batches.ts";
import { moduleGraph } from "../deno/deno_info.ts";
import { runDeno } from "../deno/run_deno.ts";
import { fileUrl, pathOf } from "../schema/uri/file_url.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { asError, errorIn, reasonOf } from "./problems.ts";

/**
 * Type-checks files as `deno check` does, with the project's configuration.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @returns what is wrong, with what keeps Deno from checking
 */
export async function checkTypes(
  folder: string,
  urls: readonly string[],
): Promise<readonly ProjectProblem[]> {
  if (urls.length === 0) return [];
  let flags: readonly string[];
  try {
    ({ flags } = await moduleGraph(urls, folder));
  } catch (error) {
    return [unchecked(folder, reasonOf(error).replace(/^Cannot read signatures: /, ""))];
  }
  const found = await typeCheck(urls, folder, flags);
  return found?.map((each) => asError({ ...each, url: spelt(each.url) })) ??
    [await failure(urls, folder, flags)];
}

/** Deno's spelling of a URL may escape more. */
function spelt(url: string): string {
  return url.startsWith("file:") ? fileUrl(pathOf(url)) : url;
}

const PLACE = /at (file:\S+):(\d+):(\d+)/;

/** What keeps Deno from checking, such as a file that cannot be parsed. */
async function failure(
  urls: readonly string[],
  folder: string,
  flags: readonly string[],
): Promise<ProjectProblem> {
  let message = "Deno does not say why";
  for (const batch of batches(urls, ALL_ARGUMENTS)) {
    const { success, stderr } = await runDeno(["check", "--quiet", ...flags, ...batch], folder);
    if (success) continue;
    [message] = stderr.replace(/^[^]*?\berror: /, "").trim().split("\n", 1);
    const [, url, line, column] = PLACE.exec(stderr) ?? [];
    if (url === undefined) continue;
    return asError({ url: spelt(url), line: Number(line), column: Number(column), message });
  }
  return unchecked(folder, message);
}

function unchecked(folder: string, why: string): ProjectProblem {
  return errorIn(`${folder}deno.json`, `types cannot be checked: ${why}`);
}
