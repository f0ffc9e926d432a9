import { runnableDeno } from "../deno/run_deno.ts";
import { type Report, SandboxError } from "../server/errors.ts";
import { labelOfCode } from "../server/label.ts";
import type { SandboxedCode } from "../server/sandboxed.ts";
import { BackOff } from "./back_off.ts";
import { type Ending, stoppedError } from "./endings.ts";
import { faultyModules } from "./faulty_modules.ts";
import type { SandboxForm } from "./launch.ts";
import { checkModules } from "./permissions/module_check.ts";
import { refusal } from "./permissions/refusal.ts";
import { ModuleError, runProcess } from "./run_process.ts";
import { type Held, type ProcessOwner, SandboxProcess } from "./sandbox_process.ts";

/** What a sandbox is made of, beside its form. */
export type SandboxOptions = Pick<ProcessOwner, "report" | "loadMs">;

/** The processes of one form, and which of them a call goes to. */
export class Sandbox implements ProcessOwner {
  /** Takes what is for the server's log. */
  readonly report: Report;
  /** How long a module may take to be loaded, in milliseconds. */
  readonly loadMs: number;
  readonly #form: SandboxForm;
  readonly #processes = new Set<SandboxProcess>();
  /** Settle when what was begun is gone. */
  readonly #lives = new Set<Promise<void>>();
  readonly #backOff = new BackOff();
  /** What the next process can load. */
  readonly #modules = new Set<string>();
  readonly #joining = new Map<string, Promise<void>>();
  /** What a process loads before it is called for. */
  readonly #ahead = new Set<string>();
  /** Modules that must not share a process with others, and where they run. */
  readonly #apart = new Map<string, Sandbox>();
  /** Whether all that the modules import has been looked for once. */
  #isComplete = false;
  #pool = 1;
  #idleMs = 0;
  #stops = 0;

  constructor(form: SandboxForm, { report, loadMs }: SandboxOptions) {
    this.#form = form;
    this.report = report;
    this.loadMs = loadMs;
  }

  /** How long a process without calls is kept, in milliseconds. */
  get idleMs(): number {
    return this.#idleMs;
  }

  /** Whether there are more processes than enough. */
  get isFull(): boolean {
    let usable = 0;
    for (const { isUsable } of this.#processes) if (isUsable) usable++;
    return usable > this.#pool;
  }

  /** Hears that a call has ended by itself. */
  answered(): void {
    this.#backOff.reset();
  }

  /** Hears that a process takes no calls any more. */
  ended(process: SandboxProcess, { type }: Ending): void {
    this.#processes.delete(process);
    const isCrash = type === "exited" || type === "broken";
    if (isCrash || type === "unloaded" && this.#isAlone) this.#backOff.count();
  }

  /** Hears that a process is usable again, for which another may have been started. */
  recovered(process: SandboxProcess): void {
    for (const other of [...this.#processes].reverse()) {
      if (!this.isFull) return;
      if (other !== process && other.isUsable) other.retire();
    }
  }

  /** Takes calls back that have not begun. */
  again(calls: readonly Held[]): void {
    this.#again(calls, new Map(), this.#stops);
  }

  /** Has a module run in processes of its own from here on, since it could hold up others. */
  setApart(module: string): void {
    if (this.#isAlone || !this.#modules.delete(module)) return;
    this.#apart.set(module, new Sandbox(this.#form, this));
  }

  /** Has it be as large as a component asks for, and know its module if no process runs yet. */
  include({ module, settings: { pool, idleMs } }: SandboxedCode): void {
    this.#pool = Math.max(this.#pool, pool);
    this.#idleMs = Math.max(this.#idleMs, idleMs);
    if (this.#canAdd(module)) this.#modules.add(module);
  }

  /** Has a process run, and load the module of a component. */
  warm(code: SandboxedCode): void {
    this.#ahead.add(code.module);
    if (this.#processes.size === 0 && this.#refusal(code) === undefined) this.#start();
  }

  /** Runs a call as soon as there is a process for it. */
  run(held: Held): void {
    const { call } = held;
    const { module } = call.code;
    const apart = this.#apart.get(module);
    if (apart !== undefined) {
      apart.include(call.code);
      return apart.run(held);
    }
    if (!this.#modules.has(module)) {
      if (!this.#canAdd(module)) return this.#follow(this.#join(held));
      this.#modules.add(module);
    }
    let least: SandboxProcess | undefined;
    let usable = 0;
    for (const process of this.#processes) {
      // It may end yet, and would keep another process as long.
      if (process.isKeptBy(module)) return process.take(held);
      if (!process.isUsable) continue;
      usable++;
      if (least === undefined || process.running < least.running) least = process;
    }
    if (least === undefined || least.running > 0 && usable < this.#pool) {
      const refused = this.#refusal(call.code);
      if (refused === undefined) least = this.#start();
      else if (least === undefined) return call.fail(refused);
    }
    least.take(held);
  }

  /** Stops all processes; settles when they are gone. */
  async stop(): Promise<void> {
    this.#stops++;
    for (const process of this.#processes) {
      if (process.running > 0) process.kill({ type: "stopped" });
      else process.leave();
    }
    await Promise.all([...this.#lives, ...this.#apart.values().map((each) => each.stop())]);
  }

  /** Whether there is only one module. */
  get #isAlone(): boolean {
    return this.#modules.size === 1;
  }

  /** Why nothing may be started for a component. */
  #refusal(code: SandboxedCode): SandboxError | undefined {
    const refused = refusal(labelOfCode(code), this.#form.set.permissions);
    if (refused !== undefined) return new SandboxError(refused);
    if (runnableDeno() !== undefined) return undefined;
    const path = Deno.execPath();
    const deno = /[\\/]deno(?:\.exe)?$/.test(path) ? "deno" : path;
    return new SandboxError(
      `${
        labelOfCode(code)
      } runs in a process of its own; start the server with --allow-run=${deno} as well`,
    );
  }

  /** Whether no process would have to go for a module. */
  #canAdd(module: string): boolean {
    for (const process of this.#processes) if (!process.has(module)) return false;
    return true;
  }

  /** Runs a call whose module came later than the processes: others take their place. */
  async #join(held: Held): Promise<void> {
    const { call } = held;
    const refused = this.#refusal(call.code);
    if (refused !== undefined) return call.fail(refused);
    const { module } = call.code;
    const stops = this.#stops;
    const faulty = new Map<string, unknown>();
    try {
      let joining = this.#joining.get(module);
      if (joining === undefined) {
        joining = this.#add(module).finally(() => this.#joining.delete(module));
        this.#joining.set(module, joining);
      }
      await joining;
    } catch (error) {
      faulty.set(module, error);
    }
    this.#again([held], faulty, stops);
  }

  async #add(module: string): Promise<void> {
    await this.#check([module]);
    this.#modules.add(module);
    for (const process of this.#processes) if (!process.has(module)) process.retire();
  }

  #start(): SandboxProcess {
    const process = new SandboxProcess(this);
    this.#processes.add(process);
    this.#follow(this.#live(process));
    return process;
  }

  async #live(process: SandboxProcess): Promise<void> {
    await this.#backOff.wait(process.gone);
    const modules = [...this.#modules];
    process.assign(modules);
    const mayMiss = this.#isComplete;
    this.#isComplete = true;
    try {
      if (await runProcess(process, this.#form, modules, this.#ahead, mayMiss)) return;
      const stops = this.#stops;
      this.#again(process.abandon(), new Map(), stops);
      await process.gone;
    } catch (error) {
      const stops = this.#stops;
      const held = process.abandon();
      const faulty = error instanceof ModuleError
        ? await faultyModules(modules, error.cause, this.#check)
        : new Map(modules.map((module) => [module, error]));
      // The others do without them, until they are called for.
      if (faulty.size < modules.length) {
        for (const module of faulty.keys()) this.#modules.delete(module);
      }
      this.#again(held, faulty, stops);
      await process.gone;
    }
  }

  /** Runs calls another time, if they are still to run. */
  #again(calls: readonly Held[], faulty: ReadonlyMap<string, unknown>, stops: number): void {
    for (const held of calls) {
      const { call } = held;
      if (call.over) continue;
      if (faulty.has(call.code.module)) {
        const error = faulty.get(call.code.module);
        const reason = error instanceof Error ? error.message : String(error);
        call.fail(new SandboxError(`${labelOfCode(call.code)} cannot run: ${reason}`));
      } else if (stops === this.#stops) this.run(held);
      else call.fail(stoppedError(call.code, { type: "stopped" }, true));
    }
  }

  readonly #check = async (modules: readonly string[]): Promise<void> => {
    const { folder, set } = this.#form;
    await checkModules(modules, folder, set.permissions);
  };

  #follow(life: Promise<void>): void {
    const followed = life.finally(() => this.#lives.delete(followed));
    this.#lives.add(followed);
  }
}
