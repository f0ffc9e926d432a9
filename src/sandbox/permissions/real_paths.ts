import { mayRead } from "../../deno/projects.ts";
import { runDeno } from "../../deno/run_deno.ts";

/** Most paths that are named in one command, so that it is never too long for the system. */
const MOST_PATHS = 250;
const LOOK = `console.log(JSON.stringify(Deno.args.map((path) => {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
})));`;

/**
 * Where paths lead through all symlinks; those that lead nowhere are left out. A process of Deno looks at
 * those that this one may not read, so that a server needs no right to read the code of its sandboxes.
 *
 * @param folder Path of a folder to look from
 */
export async function realPaths(
  paths: Iterable<string>,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const { own = [], others = [] } = Object.groupBy(
    paths,
    (path) => mayRead(path) ? "own" : "others",
  );
  const found = new Map<string, string>();
  for (const path of own) {
    const real = await Deno.realPath(path).catch(() => undefined);
    if (real !== undefined) found.set(path, real);
  }
  for (let first = 0; first < others.length; first += MOST_PATHS) {
    const some = others.slice(first, first + MOST_PATHS);
    for (const [i, real] of (await lookedAt(some, folder)).entries()) {
      if (real !== null) found.set(some[i], real);
    }
  }
  return found;
}

async function lookedAt(
  paths: readonly string[],
  folder: string,
): Promise<readonly (string | null)[]> {
  const main = `data:application/javascript,${encodeURIComponent(LOOK)}`;
  const flags = ["--no-prompt", "--no-config", "--no-lock", "--allow-read"];
  const { success, stdout, stderr } = await runDeno(["run", ...flags, main, ...paths], folder);
  if (!success) throw new Error(`Cannot follow symlinks: ${stderr.replace(/\s+/g, " ").trim()}`);
  return JSON.parse(stdout);
}
