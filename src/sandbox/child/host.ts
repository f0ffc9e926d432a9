/**
 * The program of a sandbox: the process that runs code of components, and may touch what they declare. The
 * main module, which `mainSource` makes, hands it the modules; nothing of them has run by then.
 *
 * @module
 */
import process from "node:process";
import type { LogEntry } from "../../server/errors.ts";
import { AbortedError } from "../../server/errors.ts";
import { onlyLookAt } from "../../server/looked_at.ts";
import { reportStrays } from "../../server/strays.ts";
import type { Frame } from "../frames.ts";
import type { CalledCode, ToSandbox } from "../messages.ts";
import { fromThrown, toThrown } from "../thrown.ts";
import { unpack } from "../unpack.ts";
import { ChannelError, openChannel, readChannel, type Send } from "./channel.ts";
import { closeRealm } from "./closed_realm.ts";
import { makeLoader } from "./loader.ts";
import { type Loaders, Modules } from "./modules.ts";
import { RunningCall } from "./running_call.ts";
import { watchParent } from "./watchdog.ts";

/** What a sandbox is started with. */
export interface HostOptions {
  /** Loads the modules that it may be asked to run, by their URLs. */
  readonly modules: Loaders;
  /** Id of the server's process. */
  readonly parent: number;
}

/** Signals that end the server, and the sandbox with it when the server has no more use of it. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Serves calls until the server closes the channel. */
export function host({ modules: loaders, parent }: HostOptions): void {
  const { exit } = Deno;
  // A server that a module starts would serve nobody.
  onlyLookAt();
  watchParent(parent);
  closeRealm(String(closeRealm));
  // Ctrl+C in a terminal reaches this process as well, while the server still waits for its calls.
  for (const signal of SIGNALS) process.on(signal, () => {});
  const write = openChannel();
  const send: Send = (message, blobs) => {
    try {
      write(message, blobs);
    } catch (error) {
      if (error instanceof ChannelError) exit(1);
      throw error;
    }
  };
  const report = reporter(send);
  reportStrays(report);
  const modules = new Modules(loaders);
  const codes = new Map<number, CalledCode>();
  const calls = new Map<number, RunningCall>();

  const load = makeLoader(modules, send);
  const run = async (message: Extract<ToSandbox, { type: "call" }>, { blobs }: Frame) => {
    const { id, code, args } = message;
    const call = new RunningCall(message, { modules, send, report });
    calls.set(id, call);
    await call.run(codes.get(code)!, () => unpack(args, blobs));
    calls.delete(id);
  };
  const take = (frame: Frame) => {
    const message = frame.message as unknown as ToSandbox;
    switch (message.type) {
      case "load":
        load(message.module);
        break;
      case "code":
        codes.set(message.number, message.code);
        break;
      case "call":
        void run(message, frame);
        break;
      case "abort":
        calls.get(message.id)?.abort(new AbortedError(message.code, message.message));
        break;
      case "contents":
        calls.get(message.id)?.take(message.read, () => unpack(message.value, frame.blobs));
        break;
      case "unread":
        calls.get(message.id)?.take(message.read, () => {
          throw fromThrown(message.thrown, "Resource");
        });
    }
  };
  readChannel(take, (error) => exit(error === undefined ? 0 : 1));
}

/** Tells the server's log. */
function reporter(send: Send): (entry: LogEntry) => void {
  return ({ level, message, error }) => {
    const shown = error === undefined ? "" : `: ${shownError(error)}`;
    try {
      send({ type: "report", level, message: message + shown });
    } catch {
      send({ type: "report", level, message });
    }
  };
}

function shownError(error: unknown): string {
  const { message, stack } = toThrown(error);
  return stack ?? message;
}
