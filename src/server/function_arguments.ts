import { isRecord } from "../schema/json_schema.ts";
import { registering } from "./component.ts";
import type { ModuleMeta, PlainFunction } from "./function_options.ts";

/** What a function is registered with. */
export interface FunctionArguments {
  readonly fn: PlainFunction;
  readonly meta: ModuleMeta;
  readonly options: { readonly name?: string };
}

/** Options that say what the types of a function say. */
const SAID_BY_TYPES = ["input", "args", "params", "inject"];

/**
 * Checks what a function is registered with, which the types may not have seen.
 *
 * @param uri URI of a resource
 * @returns the key to register it under, and its own name if it has one
 * @throws {TypeError} for what stands in the wrong place, and says what to write
 */
export function checkFunction(
  kind: "tool" | "resource" | "prompt",
  { fn, meta, options }: FunctionArguments,
  uri?: string,
): { key: string; name: string | undefined } {
  const own = typeof fn === "function" ? ownName(fn) : undefined;
  const example = exampleOf(kind, own ?? "fn");
  const named = isRecord(options) && kind !== "resource" ? options.name ?? own : own;
  const key = uri ?? named;
  const { fail } = key === undefined
    ? {
      fail: (what: string): never => {
        throw new TypeError(`Cannot register a ${kind}: ${what}`);
      },
    }
    : registering(kind, key);
  if (typeof fn !== "function") fail(`give the function itself, as in ${example}`);
  if (isClass(fn)) fail(`${fn.name || "it"} is a class; give a function, as in ${example}`);
  if (!isMeta(meta)) {
    fail(`give import.meta after the function, as in ${example}`);
  }
  if (!isRecord(options)) fail("options: give an object after import.meta");
  for (const option of SAID_BY_TYPES) {
    if ((options as Record<string, unknown>)[option] === undefined) continue;
    fail(
      option === "inject"
        ? "inject: write a parameter with a default instead, such as db = depends(openDb)"
        : `${option}: the types of the function say it; leave the option out`,
    );
  }
  if (key === undefined) {
    fail(`${namelessness(fn)}; give it one, or write mcp.${kind}(fn, import.meta, { name: "…" })`);
  }
  return { key: key!, name: own };
}

/**
 * Refuses functions and `import.meta` in the place of something else.
 *
 * @param first What should be a name or a URI
 * @param second What should be options
 * @param third What should be a handler, or what a resource holds
 * @throws {TypeError} that says what to write
 */
export function refuseMisplaced(
  kind: "tool" | "resource" | "prompt",
  first: unknown,
  second: unknown,
  third: unknown,
): void {
  const fn = [first, second, third].find((each) => typeof each === "function");
  const name = fn === undefined ? undefined : ownName(fn as PlainFunction);
  const example = exampleOf(kind, name ?? "fn");
  if (kind === "resource" && typeof first === "function") {
    throw new TypeError(`Cannot register a resource: give its URI first, as in ${example}`);
  }
  if (isMeta(second) || typeof second === "function" && isRecord(first)) {
    const place = kind === "resource" ? "before import.meta" : "first";
    throw new TypeError(`Cannot register a ${kind}: give the function ${place}, as in ${example}`);
  }
  if (typeof second !== "function") return;
  registering(kind, first).fail(
    "give options before the function, or let its types say what it takes: " +
      `mcp.${kind}(${name ?? "fn"}, import.meta, { name: ${JSON.stringify(first)} })`,
  );
}

function isMeta(value: unknown): value is ModuleMeta {
  return isRecord(value) && typeof value.url === "string" && URL.canParse(value.url);
}

function exampleOf(kind: "tool" | "resource" | "prompt", name: string): string {
  const uri = kind === "resource" ? '"data://…", ' : "";
  return `mcp.${kind}(${uri}${name}, import.meta)`;
}

function isClass(fn: PlainFunction): boolean {
  return /^class\b/.test(Function.prototype.toString.call(fn));
}

/** The name of a function, unless it is one that the language gives to those without. */
function ownName(fn: PlainFunction): string | undefined {
  return fn.name === "" || fn.name === "default" || fn.name.startsWith("bound ")
    ? undefined
    : fn.name;
}

function namelessness({ name }: PlainFunction): string {
  if (name === "default") return "the function is a default export without a name";
  return name === "" ? "the function has no name" : "a bound function has no name of its own";
}
