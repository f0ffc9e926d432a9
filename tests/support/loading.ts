import assert from "node:assert/strict";
import type { SandboxedCode } from "../../src/server/sandboxed.ts";
import { Project } from "./project.ts";
import { SandboxedCalls, sandboxPids, toolOf } from "./sandboxed_calls.ts";

/** How long a module may take here, if nobody waits for others meanwhile, in milliseconds. */
export const SHORT_MS = 500;
/** How long one may take that is late before, in milliseconds. */
export const LONG_MS = 2500;

const REST = "await new Promise((resolve) => setTimeout(resolve, 100));";
const HUNG = "await new Promise(() => {});";
const LOOP = "while (true);";

const FILES = {
  "deno.json": {},
  "good.ts":
    "let calls = 0;\nexport const good = () => ++calls;\nexport const pid = () => Deno.pid;\n" +
    "export const rest = (ms) => new Promise((resolve) => setTimeout(resolve, 400, Deno.pid));\n",
  "other.ts": "export const other = () => Deno.pid;\n",
  "loop.ts": `${LOOP}\nexport const loop = () => 1;\n`,
  "hung.ts": `${HUNG}\nexport const hung = () => 1;\n`,
  "loopsLater.ts": `${REST.replace("100", "300")}\n${LOOP}\nexport const loopsLater = () => 1;\n`,
  "exit.ts": "Deno.exit(3);\nexport const exit = () => 1;\n",
  "exitsLater.ts": `${REST}\nDeno.exit(3);\nexport const exitsLater = () => 1;\n`,
  "slow.ts": "const until = Date.now() + 1500;\nwhile (Date.now() < until);\n" +
    "export const slow = () => Deno.pid;\n",
  "rests.ts": `${REST}\nexport const rests = () => 1;\n`,
};

const NAMES = [
  "good",
  "pid",
  "rest",
  "other",
  "loop",
  "hung",
  "loopsLater",
  "exit",
  "exitsLater",
  "slow",
  "rests",
] as const;

/** Name of a tool. */
export type Name = typeof NAMES[number];

/** A server's sandboxes, and a project with modules of which some never end to be loaded. */
export class Loading implements AsyncDisposable {
  /** Calls of its tools. */
  readonly calls: SandboxedCalls;
  /** Its tools, by their names. */
  readonly tools: Readonly<Record<Name, SandboxedCode>>;
  readonly #project: Project;

  private constructor(project: Project, loadMs: number, warm?: Name) {
    this.#project = project;
    this.calls = new SandboxedCalls(loadMs);
    const tools = NAMES.map((name): [Name, SandboxedCode] => {
      const file = name === "pid" || name === "rest" ? "good" : name;
      return [name, toolOf(project.url(`${file}.ts`), name, {}, { warm: name === warm })];
    });
    this.tools = Object.fromEntries(tools) as Record<Name, SandboxedCode>;
    // All are known before the first is called, as those of a server are.
    this.calls.sandboxes.warm(Object.values(this.tools));
  }

  /**
   * Makes the project.
   *
   * @param loadMs How long a module may take to be loaded, in milliseconds
   * @param warm The tool whose module is loaded ahead of calls
   */
  static async begin(loadMs: number, warm?: Name): Promise<Loading> {
    return new Loading(await Project.make(FILES), loadMs, warm);
  }

  /** The answer of a call, or the message of what it threw. */
  told(name: Name, options: { readonly signal?: AbortSignal } = {}): Promise<unknown> {
    return this.calls.told(this.tools[name], {}, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calls[Symbol.asyncDispose]();
    await this.#project[Symbol.asyncDispose]();
    assert.deepEqual(await sandboxPids(), []);
  }
}

/** What is told of a module that did not end to be loaded. */
export const unloaded = (name: Name, ms: number) =>
  `Tool "${name}" cannot run: its module did not finish loading in ${ms / 1000} seconds`;
