import { basename, resolve } from "node:path";
import { quoted } from "../server/shell_word.ts";
import { CommandError, type Input, UsageError } from "./command.ts";
import { denoWord } from "./deno_word.ts";
import { present, writeNew } from "./new_files.ts";
import { print } from "./output.ts";
import { serverName } from "./server_name.ts";
import { denoJson } from "./templates/config.ts";
import { PROJECT } from "./templates/project.ts";
import { readme } from "./templates/readme.ts";
import { single } from "./templates/single.ts";

const GITIGNORE = ".x-mcp/\ndist/\n.env\n";

/** `init [DIR]`: a project that passes its check and its tests. */
export async function run({ words, flags }: Input): Promise<number> {
  const [dir = ".", ...more] = words;
  if (more.length > 0) throw new UsageError(`init takes one folder, not also ${more.join(" ")}`);
  const kind = flags.template === "single" ? "single" : "project";
  const folder = resolve(dir);
  const name = serverName(basename(folder));
  const files = {
    ...(kind === "single" ? single(name) : PROJECT),
    "deno.json": denoJson(name, kind),
    "README.md": readme(name, kind),
    ".gitignore": GITIGNORE,
  };
  // The other name of deno.json, which would not count any more.
  const there = await present(folder, [...Object.keys(files), "deno.jsonc"]);
  if (there.length > 0) {
    throw new CommandError(
      `Cannot make a project in ${dir}: ${there.join(", ")} ${
        there.length === 1 ? "is" : "are"
      } there already, and nothing was written`,
    );
  }
  await writeNew(folder, files);
  await print(report(dir, name, Object.keys(files)));
  return 0;
}

function report(dir: string, name: string, files: readonly string[]): string {
  const deno = denoWord();
  const place = dir.startsWith("-") ? `./${dir}` : dir;
  const commands = [
    ...(resolve(dir) === Deno.cwd() ? [] : [`cd ${quoted(place)}`]),
    `${deno} task check`,
    `${deno} task test`,
    `${deno} task call reading_time text="How long does this take?"`,
  ];
  return [
    `Made ${name}:`,
    ...files.map((file) => `  ${file}`),
    "",
    "What to try next:",
    ...commands.map((command) => `  ${command}`),
    "",
    `README.md says how a host starts it. \`${deno} task start\` serves over stdio.`,
    "",
  ].join("\n");
}
