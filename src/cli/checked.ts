import { problemLine } from "../app/signature_error.ts";
import { relativeUrl } from "../app/signatures/cache_place.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import { COMPONENT_FOLDERS } from "../project/component_folders.ts";
import type { CheckedProject, ProjectProblem } from "../project/checked_project.ts";

/** What `check` found. */
export interface Checked {
  /** Path of the project's folder, with a slash at its end. */
  readonly folder: string;
  /** The components that are there, as far as they can be told. */
  readonly components: readonly CheckedComponent[];
  /** What is wrong and what is doubtful, in any order. */
  readonly problems: readonly ProjectProblem[];
}

/** A component that `check` has seen. */
export interface CheckedComponent {
  /** What it is. */
  readonly kind: "tool" | "resource" | "prompt";
  /** Its name or URI. */
  readonly key: string;
  /** Path of its file from the project's folder, or the URL of a remote one. */
  readonly file: string;
}

/** What a project came to, in this form. */
export function checkedProject({ folder, manifest, problems }: CheckedProject): Checked {
  const components = manifest.components.map(({ kind, key, file }) => ({ kind, key, file }));
  return { folder, components, problems };
}

/** A problem as one line: `path:line:column: what`, or `path:line:column: warning: what`. */
export function lineOf(problem: ProjectProblem): string {
  const { severity, message } = problem;
  return problemLine(
    severity === "error" ? problem : { ...problem, message: `warning: ${message}` },
  );
}

/** What `check` found, for programs. */
export function asJson({ folder, components, problems }: Checked): string {
  const found = problems.map(({ url, line, column, severity, message }) => ({
    file: fileOf(url, folder),
    line,
    column,
    severity,
    message,
  }));
  return JSON.stringify({ folder, components, problems: found }, null, 2) + "\n";
}

/** A file as seen from a folder; whole, if it is remote. */
export function fileOf(url: string, folder: string): string {
  if (!url.startsWith("file:")) return url;
  return decodeURIComponent(relativeUrl(url, fileUrl(folder)));
}

/** What `check` found, in one line. */
export function summary({ folder, components, problems }: Checked): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const found = [counted(errors, "error"), counted(warnings, "warning")]
    .filter((text) => !text.startsWith("0"));
  const faulty = problems.map(({ url }) => fileOf(url, folder)).filter(isToBeComponent);
  const known = components.map(({ file }) => file);
  const unknown = new Set(faulty.filter((file) => !known.includes(file)));
  const all = counted(components.length + unknown.size, "component");
  if (found.length === 0) return `${all}, no problems`;
  // A file that does not load has none that could be told.
  return all.startsWith("0") ? found.join(", ") : `${found.join(", ")} in ${all}`;
}

function isToBeComponent(file: string): boolean {
  const [folder, ...below] = file.split("/");
  return below.length > 0 && Object.hasOwn(COMPONENT_FOLDERS, folder);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
