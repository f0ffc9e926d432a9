import type { Validation } from "../schema/check/arguments.ts";
import type { Code, ComponentOptions } from "./component.ts";
import type { SandboxedCode } from "./sandboxed.ts";
import { checkTimeout } from "./time_limit.ts";

/** What of a component its options do not say. */
export interface Standing {
  /** Place in the order of registration. */
  readonly order: number;
  /** What holds where options say nothing. */
  readonly defaults?: ComponentDefaults;
  /** Loads what is called, where that is in a module. */
  readonly load?: () => Promise<Code>;
  /** What its sandbox runs, if it has one. */
  readonly sandbox?: SandboxedCode;
}

/** What a server says for the components that do not. */
export interface ComponentDefaults {
  /** How arguments of tools are taken. */
  readonly validation?: Validation | undefined;
  /** Time limit of a call in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * The members of a component's record that are the same for all kinds.
 *
 * @throws {TypeError} for a time limit that is none
 */
export function shared(
  { tags, enabled, timeout }: ComponentOptions,
  { handler, inject }: Code,
  { order, defaults, load, sandbox }: Standing,
) {
  if (timeout !== undefined) checkTimeout(timeout);
  return {
    order,
    tags: Object.freeze([...tags ?? []]),
    enabled: enabled ?? true,
    takesContext: takesContext({ handler, inject }, load, sandbox),
    timeout: timeout ?? defaults?.timeout,
    handler,
    // What a sandbox injects is made there.
    inject: sandbox === undefined ? inject : undefined,
    load,
    sandbox,
  };
}

function takesContext(
  { handler, inject }: Code,
  load: Standing["load"],
  sandbox: SandboxedCode | undefined,
): boolean {
  if (sandbox !== undefined) {
    return sandbox.parameters?.some((parameter) =>
      parameter.kind === "context" || parameter.kind === "injected" ||
      parameter.kind === "arguments" && parameter.injected.length > 0
    ) ?? true;
  }
  return load !== undefined || handler.length > 1 ||
    Object.values(inject ?? {}).some((provider) => provider.length > 0);
}
