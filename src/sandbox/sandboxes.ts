import { projectFolder } from "../deno/projects.ts";
import { type Report, SandboxError } from "../server/errors.ts";
import { labelOfCode } from "../server/label.ts";
import type { SandboxedCode, Sandboxes } from "../server/sandboxed.ts";
import { stoppedError } from "./endings.ts";
import { pack } from "./pack.ts";
import { type ReadySet, readySet } from "./permissions/ready_set.ts";
import { readSchemas } from "./read_schemas.ts";
import { RemoteCall } from "./remote_call.ts";
import { Sandbox } from "./sandbox.ts";

/** How long a module may take to be loaded, in milliseconds. */
const LOAD_MS = 15_000;

/** What sandboxes are made of. */
export interface SandboxesOptions {
  /** Hears what the code in them says to the log, and what is wrong with it. */
  readonly report: Report;
  /** How long a module may take to be loaded, in milliseconds; 15 seconds if left out. */
  readonly loadMs?: number;
}

/** Makes the sandboxes of a server. Nothing is started before something is called or warmed. */
export function makeSandboxes({ report, loadMs = LOAD_MS }: SandboxesOptions): Sandboxes {
  const sandboxes = new Map<string, Sandbox>();
  const ofCode = new WeakMap<SandboxedCode, Sandbox>();
  const sets = new Map<string, Promise<ReadySet>>();
  let stops = 0;

  /** @throws {SandboxError} if what is declared cannot be granted */
  const find = async (code: SandboxedCode): Promise<Sandbox> => {
    const { permissions, memoryMb } = code.settings;
    const folder = projectFolder(code.module, code.folder);
    const declared = JSON.stringify([permissions, folder]);
    let resolving = sets.get(declared);
    if (resolving === undefined) sets.set(declared, resolving = readySet(permissions, folder));
    let set: ReadySet;
    try {
      set = await resolving;
    } catch (error) {
      // What is wrong may be put right.
      sets.delete(declared);
      throw new SandboxError(`${labelOfCode(code)} ${(error as Error).message}`);
    }
    const form = JSON.stringify([set.key, memoryMb, folder]);
    let sandbox = sandboxes.get(form);
    if (sandbox === undefined) {
      sandbox = new Sandbox({ set, memoryMb, folder }, { report, loadMs });
      sandboxes.set(form, sandbox);
    }
    if (!ofCode.has(code)) sandbox.include(code);
    ofCode.set(code, sandbox);
    return sandbox;
  };

  const send = async (call: RemoteCall, args: unknown): Promise<void> => {
    const { code } = call;
    const before = stops;
    try {
      const packing = pack(args, { exact: true, signal: call.ctx.signal });
      const packed = packing instanceof Promise ? await packing : packing;
      const sandbox = ofCode.get(code) ?? await find(code);
      if (call.over) return;
      if (before !== stops) throw stoppedError(code, { type: "stopped" }, true);
      sandbox.run({ call, args: packed });
    } catch (error) {
      call.fail(error);
    }
  };

  const warm = async (codes: readonly SandboxedCode[]): Promise<void> => {
    const before = stops;
    const found = await Promise.allSettled(codes.map(find));
    for (const [i, result] of found.entries()) {
      if (result.status === "fulfilled" && codes[i].warm && before === stops) {
        result.value.warm(codes[i]);
      }
    }
  };

  const run: Sandboxes["run"] = (code, args, ctx) => {
    const call = new RemoteCall(code, ctx, report);
    if (!call.over) void send(call, args);
    return call.answer;
  };

  return {
    run,
    schemas: (code, signal) => readSchemas(code, signal, run),
    warm: (codes) => void warm(codes),
    stop: async () => {
      stops++;
      await Promise.all(sandboxes.values().map((sandbox) => sandbox.stop()));
    },
  };
}
