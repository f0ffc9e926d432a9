import type { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import process from "node:process";
import { encodeFrame, FrameReader, MOST_BYTES } from "../../src/sandbox/frames.ts";
import { mainSource } from "../../src/sandbox/main_source.ts";
import type { CallData, CalledCode, FromSandbox, ToSandbox } from "../../src/sandbox/messages.ts";
import { pack } from "../../src/sandbox/pack.ts";
import { fromThrown } from "../../src/sandbox/thrown.ts";
import { unpack } from "../../src/sandbox/unpack.ts";
import { path, ROOT } from "./server_process.ts";

/** What is known of a call where a test does not care. */
export const DATA: CallData = {
  era: "modern",
  protocolVersion: "2026-07-28",
  requestId: 1,
  client: { name: "test", capabilities: {} },
};

export type Received = FromSandbox & { readonly blobs: readonly Uint8Array<ArrayBuffer>[] };
type Ended = Extract<FromSandbox, { type: "returned" | "threw" }>;

export interface PeerOptions {
  /** URLs of modules. */
  readonly modules: readonly string[];
  readonly flags?: readonly string[];
  readonly env?: Record<string, string>;
  /** Pid that the sandbox is told to look for; this process if left out. */
  readonly parentPid?: number;
}

/** The longest that a sandbox of a test lives, in milliseconds. */
const LIFE_MS = 30_000;

/** A sandbox, and the server's end of its channel as a test holds it. */
export class SandboxPeer implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly received: Received[] = [];
  /** What the first frame begins with. */
  secret: number[] = [];
  /** What was wrong with a frame. */
  failure: unknown;
  stdout = "";
  stderr = "";
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  readonly #modules: readonly string[];
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #reader = new FrameReader({ maxBytes: MOST_BYTES, signed: true });
  readonly #waiting = new Set<() => void>();
  #isOver = false;
  #sequence = 0;
  #id = 0;

  constructor({ modules, flags = [], env = {}, parentPid = process.pid }: PeerOptions) {
    this.#modules = modules;
    const main = mainSource({
      host: new URL("src/sandbox/child/host.ts", ROOT).href,
      modules,
      parentPid,
    });
    this.child = spawn(
      Deno.execPath(),
      [
        "run",
        "--quiet",
        "--no-prompt",
        "--cached-only",
        // Where nothing is said of permissions, `spawn` of Node says -A.
        "--deny-ffi",
        ...flags,
        "-",
      ],
      {
        stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
        cwd: path(""),
        env: { NO_COLOR: "1", ...env },
      },
    );
    this.child.stdin!.on("error", () => {}).end(main);
    [, , , this.#from, this.#to] = this.child.stdio as unknown as Socket[];
    this.#from.on("data", (bytes: Buffer) => this.#take(bytes));
    for (const socket of [this.#from, this.#to]) socket.on("error", () => {});
    this.child.stdout!.on("data", (bytes) => this.#changed(this.stdout += bytes));
    this.child.stderr!.on("data", (bytes) => this.#changed(this.stderr += bytes));
    const timer = setTimeout(() => this.child.kill("SIGKILL"), LIFE_MS);
    this.ended = new Promise((resolve) =>
      this.child.once("exit", (code, signal) => {
        clearTimeout(timer);
        this.#isOver = true;
        resolve({ code, signal });
        this.#changed();
      })
    );
  }

  send(message: ToSandbox, blobs: readonly Uint8Array[] = []): void {
    this.#to.write(encodeFrame(message, blobs, this.#sequence++));
  }

  /** Waits for a message. */
  async message<Type extends FromSandbox["type"]>(
    type: Type,
    fits: (message: Extract<FromSandbox, { type: Type }>) => boolean = () => true,
  ): Promise<Received & Extract<FromSandbox, { type: Type }>> {
    return await this.#find((message): message is Received & Extract<FromSandbox, { type: Type }> =>
      message.type === type && fits(message as never)
    );
  }

  async #find<Found extends Received>(
    fits: (message: Received) => message is Found,
  ): Promise<Found> {
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      if (this.failure !== undefined) throw this.failure;
      if (this.#isOver) throw new Error(`The sandbox has ended: ${this.stderr}`);
      await this.change();
    }
  }

  /** Waits until anything happens. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** Begins a call, and gives its id. */
  async begin(
    code: Partial<CalledCode> & { readonly exported: string },
    args: unknown,
    data: Partial<CallData> = {},
  ): Promise<number> {
    const id = this.#id++;
    const packed = await pack(args, { exact: true });
    const whole: CalledCode = {
      kind: "tool",
      key: code.exported,
      module: this.#modules[0],
      ...code,
    };
    this.send({ type: "code", number: id, code: whole });
    this.send(
      { type: "call", id, code: id, args: packed.data, data: { ...DATA, ...data } },
      packed.blobs,
    );
    return id;
  }

  /** Waits for the end of a call. */
  async end(id: number, what = 'Tool "x"'): Promise<unknown> {
    const ended = await this.#find((message): message is Received & Ended =>
      (message.type === "returned" || message.type === "threw") && message.id === id
    );
    if (ended.type === "threw") throw fromThrown(ended.thrown, what);
    return unpack(ended.value, ended.blobs);
  }

  async call(
    code: Partial<CalledCode> & { readonly exported: string },
    args?: unknown,
    data?: Partial<CallData>,
  ): Promise<unknown> {
    return await this.end(await this.begin(code, args, data));
  }

  /** The URL of a module of the fixtures. */
  static fixture(name: string): string {
    return new URL(`tests/fixtures/sandboxed/child/${name}.ts`, ROOT).href;
  }

  /** Starts a sandbox of one module of the fixtures. */
  static of(name: string, ...flags: string[]): SandboxPeer {
    return new SandboxPeer({ modules: [SandboxPeer.fixture(name)], flags });
  }

  /** Calls a function of the first module. */
  async run(exported: string, args?: unknown, data?: Partial<CallData>): Promise<unknown> {
    return await this.call({ exported }, args, data);
  }

  /** Closes the channel. */
  close(): void {
    this.#to.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
    this.#from.destroy();
    this.#to.destroy();
    this.child.stdout!.destroy();
    this.child.stderr!.destroy();
  }

  #take(bytes: Uint8Array): void {
    if (this.failure !== undefined) return;
    if (this.secret.length < 16) this.secret = [...this.secret, ...bytes].slice(0, 16);
    try {
      for (const { message, blobs } of this.#reader.push(bytes)) {
        this.received.push({ ...message as unknown as FromSandbox, blobs });
      }
    } catch (error) {
      this.failure = error;
      this.child.kill("SIGKILL");
    }
    this.#changed();
  }

  #changed(_?: string): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
