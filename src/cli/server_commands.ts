import type { Command } from "./command.ts";
import { ENV_FILE, JSON_FLAG, LOG_LEVEL, SERVER, TARGET } from "./flags.ts";

/** Verbs for a server, in a file or a folder. */
export const SERVER_COMMANDS: readonly Command[] = [
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
      "env-file": ENV_FILE,
      "log-level": LOG_LEVEL,
    },
    examples: [
      "run",
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
      "The fingerprint stays the same until a host would see something else, or code may touch something",
      "else, on whatever machine. --diff ends with code 1 if more may be touched than in OLD.json, which",
      "inspect --json printed of an earlier version.",
    ],
    flags: {
      "fingerprint": { type: "boolean", summary: "print only a SHA-256 of all that" },
      "diff": {
        type: "string",
        value: "OLD.json",
        summary: "print what has changed since, what wants more rights first",
      },
      "env-file": ENV_FILE,
      "json": JSON_FLAG,
    },
    examples: [
      "inspect",
      "inspect server.ts --json",
      "inspect --fingerprint",
      "inspect --diff old.json",
    ],
    load: () => import("./inspect.ts"),
  },
  {
    name: "list",
    summary: "Lists the tools, resources and prompts of a server, as a client gets them.",
    usage: "[TARGET]",
    notes: SERVER,
    flags: { "env-file": ENV_FILE, "json": JSON_FLAG, "log-level": LOG_LEVEL },
    examples: ["list", "list server.ts", "list http://127.0.0.1:8000/mcp --json"],
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
      "env-file": ENV_FILE,
      "json": { ...JSON_FLAG, summary: "print the whole result as JSON" },
      "log-level": LOG_LEVEL,
    },
    examples: [
      "call add a=1 b=2",
      "call server.ts add a=1 b=2",
      `call server.ts add --input '{"a":1,"b":2}'`,
    ],
    load: () => import("./call.ts"),
  },
];
