import { isRecord } from "../schema/json_schema.ts";
import { plainJson } from "../sandbox/permissions/jsonc.ts";
import type { ProjectProblem } from "./checked_project.ts";
import { jsonFault } from "./json_fault.ts";
import { errorIn, reasonOf } from "./problems.ts";

/** The file that says how a project is resolved, and what it is called. */
export interface Configuration {
  /** Its path; that of the deno.json to write where there is none. */
  readonly path: string;
  /** What it says; nothing where there is none, or it cannot be read. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Why it cannot be read, or that there is none. */
  readonly problem?: ProjectProblem;
  /** Whether there is none. */
  readonly isMissing?: boolean;
}

/** Names of the file, the first of which counts. */
const NAMES = ["deno.json", "deno.jsonc", "package.json"];

/**
 * Reads the configuration of a project.
 *
 * @param folder Path of its folder, with a slash at its end
 */
export function configurationOf(folder: string): Configuration {
  for (const path of NAMES.map((name) => folder + name)) {
    let text: string;
    try {
      text = Deno.readTextFileSync(path).replace(/^\uFEFF/, "");
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      return { path, json: {}, problem: errorIn(path, `cannot be read: ${reasonOf(error)}`) };
    }
    const plain = path.endsWith("package.json") ? text : plainJson(text);
    try {
      const json: unknown = JSON.parse(plain);
      if (isRecord(json)) return { path, json };
      return { path, json: {}, problem: errorIn(path, "no object: write { … } around it") };
    } catch {
      const { message, ...place } = jsonFault(text, plain);
      return { path, json: {}, problem: errorIn(path, message, place) };
    }
  }
  return { path: `${folder}${NAMES[0]}`, json: {}, isMissing: true };
}
