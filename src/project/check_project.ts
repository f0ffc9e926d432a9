import type { Report } from "../server/errors.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import type { CheckedProject } from "./checked_project.ts";
import { errorsOf, inOrder } from "./problems.ts";
import { resolveProject } from "./resolve_project.ts";
import { hasServerFile, SERVER_FILE } from "./server_file.ts";

/** How a project is checked. */
export interface CheckOptions {
  /** Told on level `debug` how many files were read, and how many were in the cache. */
  readonly report?: Report;
  /** Whether all files are type-checked as well, tests and those that are no components among them. */
  readonly types?: boolean;
}

/**
 * Checks a project: all rules for all its files, and what is doubtful about them. None of its code runs,
 * but for what tells the schemas that components export, in sandboxes.
 *
 * @param folder Path of the project's folder
 * @returns all problems at once, and what can be served
 * @throws {SignatureError} with one line, if the project cannot be read here
 */
export async function checkProject(
  folder: string,
  { report, types = false }: CheckOptions = {},
): Promise<CheckedProject> {
  const { found: files, isReadable, ...checked } = await resolveProject(folder, {
    report,
    thorough: true,
  });
  if (!types || !isReadable) return checked;
  const urls = [
    ...files.components.map(({ url }) => url),
    ...files.others,
    ...hasServerFile(checked.folder) ? [fileUrl(checked.folder + SERVER_FILE)] : [],
  ];
  const { checkTypes } = await import("./check_types.ts");
  const known = new Set(errorsOf(checked.problems).map(placeOf));
  const found = await checkTypes(checked.folder, urls);
  const unsaid = found.filter((each) => !known.has(placeOf(each)));
  return { ...checked, problems: inOrder([...checked.problems, ...unsaid]) };
}

function placeOf({ url, line, column }: { url: string; line: number; column: number }): string {
  return `${url}:${line}:${column}`;
}
