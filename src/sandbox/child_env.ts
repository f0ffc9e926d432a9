import { QUIET, runDeno } from "../deno/run_deno.ts";
import type { Grant, PermissionSet } from "../server/permissions.ts";

/** What Deno needs to find its cache, registries, certificates, temporary files and the network. */
const NEEDED = [
  "PATH",
  "HOME",
  "USERPROFILE",
  "LOCALAPPDATA",
  "SystemRoot",
  "XDG_CACHE_HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "LANG",
  "LC_ALL",
  "LC_COLLATE",
  "LC_CTYPE",
  "LC_MESSAGES",
  "LC_MONETARY",
  "LC_NUMERIC",
  "LC_TIME",
  "TZ",
  "DENO_DIR",
  "JSR_URL",
  "NPM_CONFIG_REGISTRY",
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]),
];

/** What would run code before ours, or decide and watch what a process may do. */
const NEVER = [
  "NODE_OPTIONS",
  "NODE_CHANNEL_FD",
  "NODE_V8_COVERAGE",
  "DENO_V8_FLAGS",
  "DENO_COVERAGE_DIR",
  "DENO_PERMISSION_BROKER_PATH",
  "DENO_AUDIT_PERMISSIONS",
  "DENO_TRACE_PERMISSIONS",
];

let needed: Promise<Readonly<Record<string, string>>> | undefined;

/**
 * What Deno needs of the environment of this process. What this process may not read itself is asked of
 * a Deno that it starts: a sandbox without it would look for modules and programs in other places.
 *
 * @returns variables by name, the same ones for good; fewer if no Deno can be asked
 */
export function neededEnv(): Promise<Readonly<Record<string, string>>> {
  return needed ??= NEEDED.every(mayRead) ? Promise.resolve(valuesOf(NEEDED)) : asked();
}

async function asked(): Promise<Readonly<Record<string, string>>> {
  const script = `const names = ${JSON.stringify(NEEDED)};
    console.log(JSON.stringify(names.map((name) => [name, Deno.env.get(name)])));`;
  try {
    const { stdout } = await runDeno(["eval", "--no-config", "--no-lock", script], Deno.cwd());
    const entries: [string, string | null][] = JSON.parse(stdout);
    return Object.fromEntries(entries.filter(([, value]) => value !== null)) as Record<
      string,
      string
    >;
  } catch {
    return valuesOf(NEEDED);
  }
}

/**
 * The whole environment of a sandbox: what Deno needs, and what a set grants. What this process may not
 * read itself is not granted.
 *
 * @param needed As {@linkcode neededEnv} gives it
 * @returns an object without a prototype
 */
export function childEnv(
  { env }: PermissionSet,
  needed: Readonly<Record<string, string>>,
): Record<string, string> {
  const granted = env === undefined ? [] : grantedBy(env).filter((name) => !NEVER.includes(name));
  return Object.assign(Object.create(null), needed, QUIET, valuesOf(granted));
}

/** The variables that are set, of those that this process may read. */
function valuesOf(names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const name of names.filter(mayRead)) {
    const value = Deno.env.get(name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function grantedBy({ allow, deny = [], ignore = [] }: Grant): readonly string[] {
  const all = mayRead() ? Object.keys(Deno.env.toObject()) : [];
  const granted = allow === true
    ? all.filter((name) => !Object.hasOwn(QUIET, name))
    : allow.flatMap((entry) =>
      entry.endsWith("*") ? all.filter((name) => names(entry, name)) : entry
    );
  return granted.filter((name) =>
    [deny, ignore].every((entries) =>
      entries !== true && !entries.some((entry) => names(entry, name))
    )
  );
}

/** Whether an entry stands for a variable, as in `--allow-env=HOME,AWS_*`. */
function names(entry: string, name: string): boolean {
  return entry.endsWith("*") ? name.startsWith(entry.slice(0, -1)) : name === entry;
}

function mayRead(variable?: string): boolean {
  return Deno.permissions.querySync({ name: "env", variable }).state === "granted";
}
