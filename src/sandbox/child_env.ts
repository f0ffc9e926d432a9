import { QUIET } from "../deno/run_deno.ts";
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

/**
 * The whole environment of a sandbox: what Deno needs, and what a set grants. What this process may not
 * read itself is left out.
 *
 * @returns an object without a prototype
 */
export function childEnv({ env }: PermissionSet): Record<string, string> {
  const child: Record<string, string> = Object.create(null);
  const copy = (names: readonly string[]) => {
    for (const name of names.filter(mayRead)) {
      const value = Deno.env.get(name);
      if (value !== undefined) child[name] = value;
    }
  };
  copy(NEEDED);
  Object.assign(child, QUIET);
  if (env !== undefined) copy(grantedBy(env).filter((name) => !NEVER.includes(name)));
  return child;
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
