import { configOf } from "../deno/projects.ts";
import { childEnv } from "./child_env.ts";
import { mainSource } from "./main_source.ts";
import { covers } from "./permissions/coverage.ts";
import type { ReadySet } from "./permissions/ready_set.ts";
import type { Launch } from "./spawn_deno.ts";

/** What a sandbox is like. */
export interface SandboxForm {
  readonly set: ReadySet;
  /** Most megabytes of its heap. */
  readonly memoryMb: number;
  /** Path of the project's folder. */
  readonly folder: string;
}

/** URL of the program that runs modules in a sandbox. */
export const HOST = new URL("./child/host.ts", import.meta.url).href;

/** Is not called; it has Deno bring the program here together with this module. */
export const hostModule = (): Promise<unknown> => import("./child/host.ts");

/** How far each half of what is young on a heap grows, in megabytes: left alone, calls fill 16. */
const YOUNG_MB = 4;

const ALLOW = "--allow-import=";
/** Has Deno run no scripts of packages, which would have all rights: a deno.json that allows some is not heard. */
const NO_SCRIPTS = "--allow-scripts=npm:@x/none";

/**
 * How a process of a sandbox is started, so that it may do what its set says, and nothing else.
 *
 * @param modules URLs of what it can load
 * @param lock Flags about the lock file
 * @param needed As `neededEnv` gives it
 */
export function launchOf(
  { set: { flags, permissions }, memoryMb, folder }: SandboxForm,
  modules: readonly string[],
  lock: readonly string[],
  needed: Readonly<Record<string, string>>,
): Launch {
  const isImporting = permissions.import !== undefined;
  const loadedFrom = [
    ...new Set([HOST, ...modules, needed.JSR_URL || "https://jsr.io"].filter(isRemote).map(hostOf)),
  ]
    .filter((host) => !covers(permissions, "import", host));
  const main = mainSource({ host: HOST, modules, parentPid: Deno.pid });
  return {
    flags: [
      ...lock,
      NO_SCRIPTS,
      // Without it, a worker that asks for more than it may have would end the process.
      "--unstable-worker-options",
      `--v8-flags=--max-old-space-size=${memoryMb},--max-semi-space-size=${YOUNG_MB}`,
      ...isImporting ? [] : ["--cached-only"],
      ...importing(flags, loadedFrom),
    ],
    config: configOf(folder),
    main: withoutImports(loadedFrom) + main,
    folder,
    env: childEnv(permissions, needed),
  };
}

/** Flags that let modules be loaded from hosts as well; naming any takes away Deno's own. */
function importing(flags: readonly string[], hosts: readonly string[]): string[] {
  if (hosts.length === 0) return [...flags];
  const isAllow = (flag: string) => flag.startsWith(ALLOW);
  const declared = flags.filter(isAllow).map((flag) => flag.slice(ALLOW.length));
  return [...flags.filter((flag) => !isAllow(flag)), ALLOW + [...declared, ...hosts].join(",")];
}

/** What modules are loaded from is none of what their code may import. */
function withoutImports(hosts: readonly string[]): string {
  return hosts.map((host) =>
    `Deno.permissions.revokeSync({ name: "import", host: ${JSON.stringify(host)} });\n`
  ).join("");
}

function isRemote(url: string): boolean {
  return /^https?:/.test(url);
}

/** A host and its port, as Deno asks for it. */
function hostOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === "http:" ? 80 : 443)}`;
}
