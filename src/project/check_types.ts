import { typeCheck } from "../app/signatures/type_check.ts";
import { moduleGraph } from "../deno/deno_info.ts";
import { runDeno } from "../deno/run_deno.ts";
import { fileUrl, pathOf } from "../schema/uri/file_url.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { asError, errorIn, reasonOf } from "./problems.ts";

/** Most characters of names in one command, so that it is never too long for the system. */
const MOST_CHARACTERS = 100_000;

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
  const problems: ProjectProblem[] = [];
  for (const batch of batches(urls)) {
    const found = await typeCheck(batch, folder, flags);
    if (found === undefined) problems.push(await failure(batch, folder, flags));
    else problems.push(...found.map((each) => asError({ ...each, url: spelt(each.url) })));
  }
  return problems;
}

function batches(urls: readonly string[]): string[][] {
  const found: string[][] = [[]];
  let characters = 0;
  for (const url of urls) {
    characters += url.length;
    if (characters > MOST_CHARACTERS) {
      found.push([]);
      characters = url.length;
    }
    found.at(-1)!.push(url);
  }
  return found;
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
  const { stderr } = await runDeno(["check", "--quiet", ...flags, ...urls], folder);
  const [, url, line, column] = PLACE.exec(stderr) ?? [];
  const [message] = stderr.replace(/^[^]*?\berror: /, "").trim().split("\n", 1);
  return url === undefined
    ? unchecked(folder, message)
    : asError({ url: spelt(url), line: Number(line), column: Number(column), message });
}

function unchecked(folder: string, why: string): ProjectProblem {
  return errorIn(`${folder}deno.json`, `types cannot be checked: ${why}`);
}
