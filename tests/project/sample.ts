import { problemLine } from "../../src/app/signature_error.ts";
import type { CheckedProject } from "../../src/project/checked_project.ts";
import assert from "node:assert/strict";
import { checkProject } from "../../src/project/check_project.ts";
import { Project } from "../support/project.ts";
import { path, until } from "../support/server_process.ts";

const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));

/** The configuration of a project that runs from the checkout. */
export const CONFIG = {
  name: "weather",
  version: "1.2.3",
  exports: {},
  imports: { ...imports, "@x/mcp": path("mod.ts") },
};

/** A component with a description, and what else stands in its file before the function. */
export const component = (fn: string, ...exports: readonly string[]): string =>
  ["/**", " * Does something.", " * @module", " */", ...exports, `export default ${fn}`, ""]
    .join("\n");

export const ADD = component("function add(a: number, b = 1): number {\n  return a + b;\n}");

/** A copy of a project with what is kept of it. */
export async function copyOf(project: Project): Promise<Project> {
  const copy = await Project.make({});
  await copyFolder(project.folder, copy.folder);
  return copy;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

/** The problems of a project as lines with paths from its folder, errors without a mark. */
export function lines({ problems, folder }: CheckedProject): string[] {
  return problems.map((problem) =>
    (problem.severity === "warning" ? "warning: " : "") +
    problemLine(problem).replaceAll(folder, "")
  );
}

/** Waits until what has been written is older than what is read from now on. */
export async function aged(): Promise<void> {
  const written = Date.now();
  assert.ok(await until(() => Date.now() > written + 50, 1000));
}

/** Checks a project, and says how many of its components were read, and how many were in the cache. */
export async function counted(project: Pick<Project, "folder">) {
  const said: string[] = [];
  const checked = await checkProject(project.folder, {
    report: ({ message }) => void said.push(message),
  });
  const counts = said.map((message) =>
    /^components: (\d+) read, (\d+) from the cache$/.exec(message)
  )
    .find((match) => match !== null)!;
  return { checked, read: Number(counts[1]), cached: Number(counts[2]) };
}
