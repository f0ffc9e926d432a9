import { isSignatureError } from "../app/signature_error.ts";
import { didYouMean } from "../schema/nearest.ts";
import { STDERR_LEVELS } from "../transport/stderr_log.ts";
import { type Command, type Flag, helpOf, overview, parse, UsageError } from "./command.ts";
import { print } from "./output.ts";
import config from "../../deno.json" with { type: "json" };

const LOG_LEVEL: Flag = {
  type: "string",
  value: "LEVEL",
  choices: STDERR_LEVELS,
  summary: "lowest level of the log on stderr",
};

const JSON_FLAG: Flag = { type: "boolean", summary: "print JSON" };

const TARGET = [
  "TARGET is a file such as server.ts, server.ts:name for one of its exports, a folder with a",
  "server.ts, or the URL of a module. Left out, it is ./server.ts.",
];

const SERVER = [
  ...TARGET,
  "For a server that runs already, it is the URL where that one answers, as in .../mcp.",
];

/** All verbs. */
export const COMMANDS: readonly Command[] = [
  {
    name: "run",
    summary: "Serves a server, over stdio as a host wants it, or over HTTP.",
    usage: "[TARGET]",
    notes: [
      ...TARGET,
      "The flags from --host to --allow-origin are for HTTP, and choose it; they stand in place of",
      "what the server's own options say.",
      "Components with permissions of their own get no more than --limit names, if it is given: a kind",
      "(read, write, net, env, sys, run, ffi, import) for all of it, or a kind and a list as in Deno's",
      "--allow flags; none for nothing. A component that declares more does not run, and says so.",
    ],
    flags: {
      "transport": {
        type: "string",
        short: "t",
        value: "NAME",
        choices: ["stdio", "http", "streamable-http"],
        summary: "how clients reach the server (stdio)",
      },
      "host": {
        type: "string",
        value: "HOST",
        summary: "name or address to listen on (127.0.0.1)",
      },
      "port": {
        type: "string",
        short: "p",
        value: "PORT",
        summary: "port to listen on (8000), 0 for any",
      },
      "path": { type: "string", value: "PATH", summary: "end of the paths answered (/mcp)" },
      "stateless": { type: "boolean", summary: "no sessions for clients of 2025-11-25 and older" },
      "allow-host": {
        type: "string",
        multiple: true,
        value: "HOST",
        summary: "a host that requests may name besides loopback ones; may be repeated",
      },
      "allow-origin": {
        type: "string",
        multiple: true,
        value: "ORIGIN",
        summary: "an origin whose web pages may call; may be repeated",
      },
      "limit": {
        type: "string",
        multiple: true,
        value: "KIND[=VALUES]",
        summary: "most that components are granted, as in net=example.com; may be repeated",
      },
      "drain-ms": {
        type: "string",
        value: "MS",
        summary: "how long calls may still run at the end (2000; over HTTP 5000)",
      },
      "log-level": LOG_LEVEL,
    },
    examples: [
      "run server.ts",
      "run server.ts:mcp --log-level debug",
      "run server.ts --transport http --port 8080",
      "run server.ts --limit net=example.com --limit read=./data",
    ],
    load: () => import("./run.ts"),
  },
  {
    name: "inspect",
    summary:
      "Shows what a host would see of a server, what it may refuse, and what may be touched.",
    usage: "[TARGET]",
    notes: [
      ...TARGET,
      "Tokens are estimated: a quarter of the bytes that a list shows of the component.",
      "A component that runs in a process of its own may touch what is listed, and nothing else.",
    ],
    flags: { json: JSON_FLAG },
    examples: ["inspect server.ts", "inspect server.ts --json"],
    load: () => import("./inspect.ts"),
  },
  {
    name: "list",
    summary: "Lists the tools, resources and prompts of a server, as a client gets them.",
    usage: "[TARGET]",
    notes: SERVER,
    flags: { "json": JSON_FLAG, "log-level": LOG_LEVEL },
    examples: ["list server.ts", "list http://127.0.0.1:8000/mcp --json"],
    load: () => import("./list.ts"),
  },
  {
    name: "call",
    summary: "Calls a tool of a server, as a client does.",
    usage: "[TARGET] NAME [KEY=VALUE…]",
    notes: [
      ...SERVER,
      "A value is text where the tool takes text, and otherwise JSON: count=3 tags='[\"a\"]'.",
      "KEY:=JSON is JSON in any case. A KEY that occurs twice makes a list.",
    ],
    flags: {
      "input": {
        type: "string",
        short: "i",
        value: "JSON",
        summary: "arguments as one JSON object; - reads it from stdin",
      },
      "json": { ...JSON_FLAG, summary: "print the whole result as JSON" },
      "log-level": LOG_LEVEL,
    },
    examples: ["call server.ts add a=1 b=2", `call server.ts add --input '{"a":1,"b":2}'`],
    load: () => import("./call.ts"),
  },
];

const ABOUT = "Runs, shows and calls MCP servers.";

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

/** How this program is called, for help. */
function program(): string {
  return import.meta.url.startsWith("file:")
    ? "deno task mcp"
    : `deno run -A jsr:${config.name}/cli`;
}

/** `deno task` starts everything in the folder of deno.json; paths are meant from where it was typed. */
function comeBack(): void {
  const variable = "INIT_CWD";
  const granted = Deno.permissions.querySync({ name: "env", variable }).state === "granted";
  if (!granted || !import.meta.url.startsWith("file:")) return;
  const typed = Deno.env.get(variable);
  const root = new URL("../../", import.meta.url);
  if (typed !== undefined && Deno.realPathSync(Deno.cwd()) === Deno.realPathSync(root)) {
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
