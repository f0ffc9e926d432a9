import { isSignatureError } from "../app/signature_error.ts";
import type { BuiltProject } from "../project/build_project.ts";
import { printable } from "../server/printable.ts";
import { quoted } from "../server/shell_word.ts";
import { asJson, fileOf } from "./checked.ts";
import { CommandError, type Input, UsageError } from "./command.ts";
import { denoWord } from "./deno_word.ts";
import { endAtOnce } from "./end_at_once.ts";
import { print } from "./output.ts";
import { permissionFlags } from "./permission_flags.ts";
import { locate } from "./target.ts";
import { fileUrl } from "../schema/uri/file_url.ts";

/** `build [DIR]`: the manifest of a project, and an entry that serves it without reading types. */
export async function run({ words, flags }: Input): Promise<number> {
  const [dir, ...more] = words;
  if (more.length > 0) throw new UsageError(`build takes one folder, not also ${more.join(" ")}`);
  endAtOnce();
  const { project: folder, shown } = await locate(dir);
  if (folder === undefined) {
    throw new CommandError(
      `Cannot build ${shown}: it is no folder with tools/, resources/ or prompts/; ` +
        "a file such as server.ts is run as it is",
    );
  }
  const { buildProject } = await import("../project/build_project.ts");
  let built: BuiltProject;
  try {
    built = await buildProject(folder, flags.output as string | undefined);
  } catch (error) {
    if (!flags.json || !isSignatureError(error) || error.problems.length === 0) throw error;
    const problems = error.problems.map((each) => ({ ...each, severity: "error" as const }));
    await print(asJson({ folder, components: [], problems }));
    return 1;
  }
  const { files, manifest } = built;
  const entry = files.find((file) => file.endsWith(".ts"))!;
  const { flags: allowed, inline } = await permissionFlags(folder, manifest);
  const command = ["run", ...allowed, fromHere(entry)];
  if (flags.json) {
    const shown = files.map((file) => fileOf(fileUrl(file), folder));
    await print(JSON.stringify({ folder, files: shown, args: command, manifest }, null, 2) + "\n");
    return 0;
  }
  const count = manifest.components.length;
  await print(
    [
      `Built ${count} component${count === 1 ? "" : "s"}:`,
      ...files.map((file) => `  ${fromHere(file)}`),
      "",
      inline.length === 0
        ? "Run it:"
        : `Run it, and add flags for what ${inline.join(", ")} touches:`,
      `  ${denoWord()} ${command.map(word).join(" ")}`,
      "",
    ].map(printable).join("\n"),
  );
  return 0;
}

/** A word or flag as shells take it for one. */
function word(text: string): string {
  const [, name = "", rest] = /^(--[\w-]+=)?([^]*)$/.exec(text)!;
  return name + quoted(rest);
}

/** A path as seen from the folder here, if it is below. */
function fromHere(path: string): string {
  const here = `${Deno.cwd().replace(/\/$/, "")}/`;
  return path.startsWith(here) ? path.slice(here.length) : path;
}
