/** What a run of Deno came to. */
export interface DenoRun {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What no run of ours needs, whatever the environment says, such as colours, telemetry, and code of
 * others that is loaded first.
 */
export const QUIET: Readonly<Record<string, string>> = {
  NODE_OPTIONS: "",
  FORCE_COLOR: "",
  NO_COLOR: "1",
  OTEL_DENO: "false",
  DENO_NO_UPDATE_CHECK: "1",
  RUST_BACKTRACE: "0",
};

/**
 * The Deno that this process may run: itself, or what goes by that name.
 *
 * @returns its path or name, or `undefined` if it may run neither
 */
export function runnableDeno(): string | undefined {
  return [Deno.execPath(), "deno"].find((command) =>
    Deno.permissions.querySync({ name: "run", command }).state === "granted"
  );
}

/** Runs Deno to its end, in a folder; it ends with this process at the latest. */
export async function runDeno(args: readonly string[], folder: string): Promise<DenoRun> {
  const child = new Deno.Command(runnableDeno() ?? Deno.execPath(), {
    args: [...args],
    cwd: folder,
    env: { ...QUIET },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  // It may wait for a host that never answers.
  const kill = () => child.kill("SIGKILL");
  addEventListener("unload", kill);
  try {
    const { success, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { success, stdout: text(stdout), stderr: text(stderr) };
  } finally {
    removeEventListener("unload", kill);
  }
}
