import { STDERR_LEVELS } from "../transport/stderr_log.ts";
import type { Flag } from "./command.ts";

/** How much of the log is shown. */
export const LOG_LEVEL: Flag = {
  type: "string",
  value: "LEVEL",
  choices: STDERR_LEVELS,
  summary: "lowest level of the log on stderr",
};

/** Machine output. */
export const JSON_FLAG: Flag = { type: "boolean", summary: "print JSON" };

/** Variables that the code of the user finds. */
export const ENV_FILE: Flag = {
  type: "string",
  multiple: true,
  value: "FILE",
  summary: "set variables from a .env, but none that is set already; may be repeated",
};

/** What a target is. */
export const TARGET: readonly string[] = [
  "TARGET is the folder of a project (with tools/, resources/ or prompts/), a file such as server.ts,",
  "server.ts:name for one of its exports, a folder with a server.ts, or the URL of a module. Left out,",
  "it is the folder here.",
];

/** What a target is, for a client. */
export const SERVER: readonly string[] = [
  ...TARGET,
  "For a server that runs already, it is the URL where that one answers, as in .../mcp.",
];
