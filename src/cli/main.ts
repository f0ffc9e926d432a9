import { isSignatureError } from "../app/signature_error.ts";
import { didYouMean } from "../schema/nearest.ts";
import { pathOf } from "../schema/uri/file_url.ts";
import { quoted } from "../server/shell_word.ts";
import { type Command, helpOf, overview, parse, UsageError } from "./command.ts";
import { denoWord } from "./deno_word.ts";
import { print } from "./output.ts";
import { PROJECT_COMMANDS } from "./project_commands.ts";
import { SERVER_COMMANDS } from "./server_commands.ts";
import config from "../../deno.json" with { type: "json" };

/** All verbs. */
export const COMMANDS: readonly Command[] = [...PROJECT_COMMANDS, ...SERVER_COMMANDS];

const ABOUT = "Makes, checks, runs, shows and calls MCP servers.";

/**
 * The command line.
 *
 * @param args The words after the program's name
 * @returns the exit code: 0 done, 1 the thing asked for failed, 2 wrong usage
 */
export async function main(args: readonly string[]): Promise<number> {
  const [verb, ...rest] = args;
  try {
    comeBack();
    if (verb === undefined || verb === "help" || verb === "--help" || verb === "-h") {
      const command = verb === "help" && rest[0] !== undefined ? commandOf(rest[0]) : undefined;
      await print(
        command === undefined ? overview(program(), ABOUT, COMMANDS) : helpOf(program(), command),
      );
      return verb === undefined ? 2 : 0;
    }
    if (verb === "--version" || verb === "-V") {
      await print(`${config.version}\n`);
      return 0;
    }
    const command = commandOf(verb);
    const input = parse(command, rest);
    if (input.flags.help) {
      await print(helpOf(program(), command));
      return 0;
    }
    const envFiles = input.flags["env-file"] as readonly string[] | undefined;
    if (envFiles !== undefined) await (await import("./env_file.ts")).setVariables(envFiles);
    return await (await command.load()).run(input);
  } catch (error) {
    if (error instanceof UsageError) {
      const known = COMMANDS.some(({ name }) => name === verb);
      console.error(`mcp: ${error.message} (see ${program()} ${known ? `${verb} ` : ""}--help)`);
      return 2;
    }
    // Whoever jumps to the places in its lines would not find one behind our name.
    const name = isSignatureError(error) && error.problems.length > 0 ? "" : "mcp: ";
    console.error(`${name}${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

/** Where a checkout of this package is, or the package. */
const ROOT = new URL("../../", import.meta.url);

/** How this program is called from here, for help. */
function program(): string {
  const deno = denoWord();
  if (ROOT.protocol !== "file:") return `${deno} run -A jsr:${config.name}/cli`;
  const root = pathOf(ROOT);
  return `${Deno.cwd()}/`.startsWith(root)
    ? `${deno} task mcp`
    : `${deno} run -A ${quoted(`${root}cli.ts`)}`;
}

/** `deno task` starts everything in the folder of deno.json; paths are meant from where it was typed. */
function comeBack(): void {
  const variable = "INIT_CWD";
  const granted = Deno.permissions.querySync({ name: "env", variable }).state === "granted";
  if (!granted || !import.meta.url.startsWith("file:")) return;
  const typed = Deno.env.get(variable);
  if (typed !== undefined && Deno.realPathSync(Deno.cwd()) === Deno.realPathSync(ROOT)) {
    Deno.chdir(typed);
  }
}

function commandOf(verb: string): Command {
  const command = COMMANDS.find(({ name }) => name === verb);
  if (command === undefined) {
    throw new UsageError(
      `there is no ${verb.startsWith("-") ? "flag" : "verb"} ${JSON.stringify(verb)}` +
        didYouMean(verb, COMMANDS.map(({ name }) => name)),
    );
  }
  return command;
}
