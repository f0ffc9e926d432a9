import { makeSandboxes } from "../sandbox/sandboxes.ts";
import type { ComponentFile, SchemaExport } from "../schema/from_types/component_file.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import type { Report } from "../server/errors.ts";
import { labelOfCode } from "../server/label.ts";
import type { SandboxedCode, Sandboxes } from "../server/sandboxed.ts";
import { evaluationCode, isEvaluatedWithout } from "./evaluation_code.ts";
import type { FoundComponent } from "./find_components.ts";

/** What the schemas that a file exports come to. */
export interface EvaluatedSchemas {
  readonly input?: JsonSchema;
  readonly output?: JsonSchema;
}

/** A component whose file exports schemas. */
export interface UnevaluatedComponent {
  readonly found: FoundComponent;
  readonly file: ComponentFile;
}

/** What came of it: its schemas, or what keeps them from being told, in one line about an export. */
export type Evaluation =
  | { readonly schemas: EvaluatedSchemas; readonly problem?: undefined }
  | { readonly problem: string; readonly about: SchemaExport | "permissions" };

/** How long the module of a component may take to be loaded, in milliseconds. */
const LOAD_MS = 10_000;
/** How long all may take, the start of a process among it, in milliseconds. */
const WHOLE_MS = 60_000;

interface Task<Component> {
  readonly component: Component;
  readonly code: SandboxedCode;
}

/**
 * Has components tell the schemas that they export, each in a sandbox. Those that may do the same follow
 * one another, so that one process is enough for them.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @returns what came of each
 */
export async function evaluateSchemas<Component extends UnevaluatedComponent>(
  folder: string,
  components: readonly Component[],
  report: Report,
  loadMs = LOAD_MS,
): Promise<ReadonlyMap<Component, Evaluation>> {
  const evaluations = new Map<Component, Evaluation>();
  const tasks: Task<Component>[] = [];
  for (const component of components) {
    try {
      tasks.push({
        component,
        code: await evaluationCode(folder, component.found, component.file),
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      evaluations.set(component, { problem: error.message, about: "permissions" });
    }
  }
  const sandboxes = makeSandboxes({ report, loadMs });
  try {
    // Modules that are known in time share a process from the start.
    sandboxes.warm(tasks.map(({ code }) => code));
    const queues = [...Map.groupBy(tasks, ({ code }) => JSON.stringify(code.settings)).values()];
    const work = async () => {
      for (let queue = queues.pop(); queue !== undefined; queue = queues.pop()) {
        for (const { component, code } of queue) {
          evaluations.set(component, await evaluate(sandboxes, code, component));
        }
      }
    };
    await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
  } finally {
    await sandboxes.stop();
  }
  return evaluations;
}

async function evaluate(
  sandboxes: Sandboxes,
  code: SandboxedCode,
  { found: { path }, file: { schemas } }: UnevaluatedComponent,
): Promise<Evaluation> {
  const limit = AbortSignal.timeout(WHOLE_MS);
  try {
    return { schemas: await sandboxes.schemas(code, limit) };
  } catch (error) {
    const { message } = error as Error;
    const [, sides = schemas.join(" and "), why = message] = SAID.exec(message) ?? [];
    const reason = limit.aborted
      ? `${path} did not tell them in ${WHOLE_MS / 1000} seconds`
      : said(why.replace(labelOfCode(code), "it"), code);
    const about = sides.startsWith("output") ? "output" : "input";
    return { problem: `${sides} cannot be evaluated: ${reason}`, about };
  }
}

/** Why, without advice that does not help here. */
function said(why: string, { settings: { permissions } }: SandboxedCode): string {
  const [, denied, kind] = DENIED.exec(why) ?? [];
  const isOut = isEvaluatedWithout(kind, permissions);
  if (isOut) {
    return `${denied} while it is only loaded, whatever is declared: do that in the function`;
  }
  return why.replace(/; call it again$/, "");
}

const DENIED = /^([^]*\bmay not access (\w+)[^]*); to allow it, declare /;
const SAID = /^(input|output|input and output) cannot be read: ([^]*)$/;
