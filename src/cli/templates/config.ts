import { quoted } from "../../server/shell_word.ts";
import config from "../../../deno.json" with { type: "json" };

const TESTS = {
  project: "deno test",
  // The types of functions are read by a process of its own, and kept.
  single: "deno test --allow-read=. --allow-run=deno",
} as const;

/**
 * The deno.json of a project, with this package as it is run now: from JSR, or from a checkout.
 *
 * @param name Name of the server
 * @param kind Which template it goes with
 */
export function denoJson(name: string, kind: "project" | "single"): string {
  const { imports, cli } = packageNow();
  const task = (verb: string) => `deno run -A ${cli} ${verb}`;
  const tasks = {
    check: task("check"),
    test: TESTS[kind],
    inspect: task("inspect"),
    call: task("call"),
    start: task("run"),
    ...(kind === "project" ? { build: task("build") } : {}),
  };
  // The one file says its name by itself. Deno wants exports beside a name.
  const identity = kind === "project" ? { name, version: "0.1.0", exports: {} } : {};
  return JSON.stringify({ ...identity, imports, tasks }, null, 2) + "\n";
}

function packageNow(): { imports: Record<string, string>; cli: string } {
  const own = import.meta.resolve("../../../cli.ts");
  if (!own.startsWith("file:")) {
    return {
      imports: { [config.name]: `jsr:${config.name}@^${config.version}` },
      cli: `jsr:${config.name}@${config.version}/cli`,
    };
  }
  const exported = Object.entries(config.exports).filter(([key]) => key !== "./cli");
  return {
    imports: Object.fromEntries(
      exported.map(([key, file]) => [config.name + key.slice(1), new URL(file, own).href]),
    ),
    // Deno would take the configuration of the checkout.
    cli: `--config deno.json ${quoted(own)}`,
  };
}
