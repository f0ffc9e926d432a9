import { type Code, registering } from "./component.ts";
import type { CallContext } from "./context.ts";
import { type IsolationOptions, sandboxOf, type SandboxOptions } from "./isolation.ts";
import type { SandboxedCode, Sandboxes } from "./sandboxed.ts";

/** What stands in this process for code that runs in a sandbox. */
export function sandboxed(
  code: SandboxedCode,
  run: Sandboxes["run"],
): Pick<Code, "handler"> & { readonly sandbox: SandboxedCode } {
  const sandbox = Object.freeze(code);
  return { handler: (args, ctx) => run(sandbox, args, ctx as CallContext), sandbox };
}

/**
 * Reads where the code of a component is to run.
 *
 * @throws {TypeError} naming the component and what is wrong
 */
export function readIsolation(
  kind: "tool" | "resource" | "prompt",
  key: unknown,
  options: IsolationOptions,
): SandboxOptions | undefined {
  return registering(kind, key).attempt(() => sandboxOf(options ?? {}));
}

/**
 * Refuses a sandbox for what is no export of a module, which no other process can load.
 *
 * @throws {TypeError} naming the component, and what to write
 */
export function refuseSandbox(
  kind: "tool" | "resource" | "prompt",
  key: unknown,
  options: IsolationOptions,
): void {
  if (readIsolation(kind, key, options) === undefined) return;
  const option = options.permissions === undefined ? "isolation" : "permissions";
  const uri = kind === "resource" ? `${JSON.stringify(key)}, ` : "";
  const name = kind === "resource" ? "" : `${JSON.stringify(key)}, `;
  registering(kind, key).fail(
    `${option}: what is given here cannot be loaded by another process; export a function and write ` +
      `mcp.${kind}(${uri}fn, import.meta, { ${option} }), or put it in a module and write ` +
      `mcp.${kind}(${name}${uri}{ module: new URL("./x.ts", import.meta.url), ${option} })`,
  );
}
