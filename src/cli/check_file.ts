import { isSignatureError } from "../app/signature_error.ts";
import { typeCheck } from "../app/signatures/type_check.ts";
import { moduleGraph } from "../deno/deno_info.ts";
import { projectOf } from "../deno/projects.ts";
import type { ProjectProblem } from "../project/checked_project.ts";
import { type Checked, type CheckedComponent, fileOf } from "./checked.ts";
import { inspected } from "./inspection.ts";
import { loadServer, type Located } from "./target.ts";

const PLACE = /\b((?:file|https?):\/\/[^\s()]+?):(\d+):(\d+)/;

/**
 * Checks the file of a server, which is loaded: its types, what its functions say, and what hosts refuse of
 * it.
 */
export async function checkFile(located: Located): Promise<Checked> {
  const { url, shown } = located;
  const { folder } = projectOf(url);
  const types = await typeProblems(url, folder);
  const { components, problems } = await serverProblems(located, folder);
  // What cannot be resolved or parsed cannot be loaded either, which says why.
  const unknown = types === undefined && problems.every(({ severity }) => severity === "warning")
    ? [at(url, "warning", `its types cannot be checked: see deno check ${shown}`)]
    : [];
  // What its types say as well is said once.
  const more = problems.filter((each) => !types?.some((type) => isAt(type, each)));
  return { folder, components, problems: [...types ?? [], ...unknown, ...more] };
}

async function typeProblems(url: string, folder: string): Promise<ProjectProblem[] | undefined> {
  try {
    const { flags } = await moduleGraph([url], folder);
    const found = await typeCheck([url], folder, flags);
    return found?.map((each) => ({ ...each, severity: "error" }));
  } catch {
    return undefined;
  }
}

async function serverProblems(
  located: Located,
  folder: string,
): Promise<Pick<Checked, "components" | "problems">> {
  const { url } = located;
  try {
    const server = await (await loadServer(located)).describe();
    const components = server.components.map(inspected);
    return {
      components: components.map(({ kind, key }): CheckedComponent => ({
        kind: kind === "resource template" ? "resource" : kind,
        key,
        file: fileOf(url, folder),
      })),
      problems: components.flatMap(({ kind, key, warnings }) =>
        warnings.map((warning) => at(url, "warning", `${kind} ${JSON.stringify(key)}: ${warning}`))
      ),
    };
  } catch (error) {
    return { components: [], problems: problemsOf(error, url) };
  }
}

function problemsOf(error: unknown, url: string): ProjectProblem[] {
  if (isSignatureError(error) && error.problems.length > 0) {
    return error.problems.map((each) => ({ ...each, severity: "error" }));
  }
  const whole = error instanceof Error ? error.message : String(error);
  const [message] = whole.split("\n", 1);
  const [, file, line, column] = PLACE.exec(whole) ?? [];
  if (file === undefined) return [at(url, "error", message)];
  const said = message.replace(/^Cannot load .*?: /, "").replace(/ \(at [^()]*\)$/, "");
  return [{ ...at(file, "error", said), line: Number(line), column: Number(column) }];
}

function isAt(a: ProjectProblem, b: ProjectProblem): boolean {
  return a.url === b.url && a.line === b.line && a.column === b.column;
}

/** A problem of a file as a whole. */
function at(
  url: string,
  severity: ProjectProblem["severity"],
  message: string,
): ProjectProblem {
  return { url, line: 1, column: 1, severity, message };
}
