import type { SchemaExport } from "../schema/from_types/component_file.ts";
import { isRecord } from "../schema/json_schema.ts";
import type { JsonSchema } from "../schema/standard_schema.ts";
import { assertJsonSchema } from "../schema/well_formed.ts";
import { CallContext } from "../server/context.ts";
import { labelOfCode } from "../server/label.ts";
import type { ExportedSchemas, SandboxedCode, Sandboxes } from "../server/sandboxed.ts";

/**
 * Has a sandbox read the schemas that the module of a component exports; see {@linkcode Sandboxes.schemas}.
 *
 * @param run Calls code in its sandbox
 */
export async function readSchemas(
  code: SandboxedCode,
  signal: AbortSignal,
  run: Sandboxes["run"],
): Promise<ExportedSchemas> {
  const { schemas: names = [] } = code;
  signal.throwIfAborted();
  if (names.length === 0) return {};
  const ctx = contextOf(signal);
  let told: unknown;
  try {
    told = await run({ ...code, asks: "schemas" }, {}, ctx);
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(names.join(" and "), reasonOf(error, code));
  } finally {
    ctx.end();
  }
  return Object.fromEntries(names.map((name) => [name, schemaOf(told, name)]));
}

/** The context of a call that nobody but us made. */
function contextOf(signal: AbortSignal): CallContext {
  return new CallContext({
    era: "modern",
    protocolVersion: "",
    requestId: 0,
    client: { capabilities: {} },
    meta: {},
    signal,
    logLevel: undefined,
    inputResponses: {},
    requestState: undefined,
    notify: () => {},
  }, () => Promise.reject(new TypeError("Cannot read a resource: nothing is called")));
}

/** Why nothing can be read of a module, as it is said of its file. */
function reasonOf(error: unknown, code: SandboxedCode): string {
  const message = error instanceof Error ? error.message : String(error);
  const loading = `Cannot load ${code.module}: `;
  return message.startsWith(loading)
    ? `its file failed to load: ${message.slice(loading.length)}`
    : message.replace(`${labelOfCode(code)} cannot run: `, "");
}

/** What a sandbox told of a schema, in which code of the user could have written anything. */
function schemaOf(told: unknown, name: SchemaExport): JsonSchema {
  const { json, problem } = isRecord(told) && isRecord(told[name]) ? told[name] : {};
  if (typeof problem === "string") throw unreadable(name, problem);
  try {
    const copy: unknown = JSON.parse(JSON.stringify(json) ?? "null");
    assertJsonSchema(copy);
    return copy;
  } catch (error) {
    throw unreadable(name, (error as Error).message);
  }
}

function unreadable(what: string, why: string): Error {
  return new Error(`${what} cannot be read: ${why.trim().replace(/\s*\n\s*/g, " ")}`);
}
