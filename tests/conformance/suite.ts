import { stripVTControlCharacters } from "node:util";

/** How the official suite is asked once. */
export interface Run {
  /** What the table calls it. */
  readonly title: string;
  /** Version of the suite. */
  readonly version: string;
  /** Revision of the protocol whose frozen requirements say what is run and what of it counts. */
  readonly requirements?: string;
  /** What else says which scenarios are run and how; without requirements, all of them count. */
  readonly args: readonly string[];
}

/** One thing that a scenario looked at, as the suite writes it down. */
export interface Check {
  readonly name: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** A scenario that was run. */
export interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
  /** Why it does not count, as `extension` or `pending`; `undefined` if it does. */
  readonly unscored: string | undefined;
}

/** What came of a run. */
export interface Outcome {
  readonly run: Run;
  readonly scenarios: readonly Scenario[];
  /** Why the run as a whole says nothing, or does not agree with its scenarios. */
  readonly fault: string | undefined;
}

/** The longest that a run may take, in milliseconds. */
const LIMIT_MS = 300_000;

/** How many checks of a scenario have a status. */
export function count({ checks }: Scenario, status: Check["status"]): number {
  return checks.filter((check) => check.status === status).length;
}

/** Runs the suite against a server, in an empty folder that is removed afterwards. */
export async function runSuite(run: Run, url: string, stop: AbortSignal): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ prefix: "conformance_" });
  try {
    const results = `${folder}/results`;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]);
    const suite = (...args: string[]) => command(run.version, args, folder, signal);
    const wanted = run.requirements === undefined ? [] : ["--requirements", run.requirements];
    const unscored = run.requirements === undefined
      ? new Map<string, string>()
      : reasons((await suite("list", ...wanted)).stdout);
    const printed = await suite(
      "server",
      "--url",
      url,
      "--output-dir",
      results,
      ...wanted,
      ...run.args,
    );
    const scenarios: Scenario[] = [];
    for (const entry of await names(results)) {
      const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry)?.[1] ?? entry;
      const checks = await readChecks(`${results}/${entry}/checks.json`, name, printed.stderr);
      scenarios.push({ name, checks, unscored: unscored.get(name) });
    }
    return { run, scenarios, fault: faultOf(scenarios, printed) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function command(
  version: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<Printed> {
  const suite = `npm:@modelcontextprotocol/conformance@${version}`;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--node-modules-dir=none", "--no-lock", suite, ...args],
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal,
  }).output();
  // The suite prints colours whatever the environment says.
  const text = (bytes: Uint8Array) => stripVTControlCharacters(new TextDecoder().decode(bytes));
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Why scenarios do not count, by name, from what the suite lists for a revision. */
function reasons(list: string): Map<string, string> {
  const found = new Map<string, string>();
  let reason = "";
  for (const line of list.split("\n")) {
    reason = /^ {2}(\S+) \(\d+\):$/.exec(line)?.[1] ?? reason;
    const name = /^ {4}- (\S+) \[server\]$/.exec(line)?.[1];
    if (name !== undefined) found.set(name, reason);
  }
  return found;
}

async function readChecks(file: string, name: string, stderr: string): Promise<Check[]> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch {
    // A scenario that throws leaves no file; only stderr tells of it.
    const start = `Failed to run scenario ${name}:`;
    const told = stderr.split("\n").find((line) => line.startsWith(start));
    return [{ name, status: "FAILURE", errorMessage: told ?? "It left no results" }];
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function faultOf(scenarios: readonly Scenario[], printed: Printed): string | undefined {
  const { code, stdout, stderr } = printed;
  const promised = Number(/^Running .* \((\d+) scenarios\)/m.exec(stdout)?.[1] ?? 0);
  const last = `${stdout}\n${stderr}`.trimEnd().split("\n").slice(-10).join("\n");
  if (promised === 0) return `no scenario was run (code ${code}):\n${last}`;
  if (scenarios.length !== promised) {
    return `${scenarios.length} of ${promised} scenarios were run (code ${code}):\n${last}`;
  }
  const failed = scenarios.some((scenario) =>
    scenario.unscored === undefined && count(scenario, "FAILURE") > 0
  );
  // With expected failures, warnings and stale entries show in the code alone.
  return code !== 0 && !failed ? `the suite ended with code ${code}:\n${last}` : undefined;
}
