import { partsOf, result } from "../content/tool_result.ts";
import { inputSchema, outputSchema } from "../schema/component_schema.ts";
import type { Schema } from "../schema/standard_schema.ts";
import type { Code } from "./component.ts";
import { refusing } from "./convert.ts";
import { ArgumentError, SandboxError } from "./errors.ts";
import { labelOf } from "./label.ts";
import { injectedBy } from "./provider.ts";
import type { SandboxedCode } from "./sandboxed.ts";
import { asksForInput, toolData } from "./tool_data.ts";

/** What is read of code whose module exports schemas. */
type CheckedCode = Pick<SandboxedCode, "kind" | "key" | "schemas" | "validation">;

/** Makes, of a schema that a module exports, what values are taken through. */
interface Exports {
  readonly input?: Code["parseArguments"];
  readonly output?: Code["parseResult"];
}

/**
 * Has code take its arguments and its result through the schemas that its module exports, as a component
 * does that is registered with them.
 *
 * @param module What the module exports
 * @throws {SandboxError} for an export that is no such schema
 */
export function withLibraryChecks(
  code: Code,
  module: Readonly<Record<string, unknown>>,
  wanted: CheckedCode,
): Code {
  const { kind, key, schemas = [] } = wanted;
  const made: Exports = Object.fromEntries(schemas.map((name) => {
    try {
      const schema = module[name] as Schema;
      return [name, name === "input" ? takes(schema, code, wanted) : gives(schema, key)];
    } catch (error) {
      const reason = (error as Error).message;
      throw new SandboxError(`${labelOf(kind, key)} cannot run: ${name}: ${reason}`);
    }
  }));
  return {
    ...code,
    ...(made.input === undefined ? {} : { parseArguments: made.input }),
    ...(made.output === undefined ? {} : { parseResult: made.output }),
  };
}

function takes(schema: Schema, code: Code, { kind, validation }: CheckedCode) {
  const { check } = inputSchema(schema, {
    ...(kind === "tool" && validation !== undefined ? { validation } : {}),
    injected: injectedBy(code),
    text: kind !== "tool",
  });
  return async (sent: unknown): Promise<unknown> => {
    const checked = await check(sent);
    if (checked.problems !== undefined) throw new ArgumentError(checked.problems);
    return checked.value;
  };
}

function gives(schema: Schema, name: string) {
  const output = outputSchema(schema);
  const data = (value: unknown) =>
    refusing(labelOf("tool", name), () => toolData(name, output, value));
  return async (value: unknown): Promise<unknown> => {
    const parts = partsOf(value);
    if (parts?.isError || asksForInput(value, output)) return value;
    if (parts === undefined) return await data(value);
    return result({ ...parts, structured: await data(parts.structured) });
  };
}
