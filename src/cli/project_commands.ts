import type { Command } from "./command.ts";
import { ENV_FILE, JSON_FLAG } from "./flags.ts";

/** Verbs for a project: a folder, or the file of a server. */
export const PROJECT_COMMANDS: readonly Command[] = [
  {
    name: "init",
    summary: "Makes a project that passes its check and its tests.",
    usage: "[DIR]",
    notes: [
      "DIR is a folder that is there or not; left out, it is the folder here. It has a tool, a resource, a",
      "prompt, and a test of each. Nothing is overwritten: if one of its files is there already, none is",
      "written.",
    ],
    flags: {
      "template": {
        type: "string",
        short: "t",
        value: "NAME",
        choices: ["project", "single"],
        summary: "one component a file, or all in one server.ts (project)",
      },
    },
    examples: ["init my-server", "init my-server --template single"],
    load: () => import("./init.ts"),
  },
  {
    name: "check",
    summary: "Says all that is wrong with a project, or doubtful, each with its place.",
    usage: "[TARGET]",
    notes: [
      "TARGET is the folder of a project (with tools/, resources/ or prompts/), or the file of a server",
      "such as server.ts. Left out, it is the folder here. A project is read and not run, but for files",
      "that export schemas, which run in a sandbox; the file of a server is loaded.",
      "Each problem is a line on stderr: path:line:column: what is wrong, and what to write instead.",
    ],
    flags: {
      "strict": { type: "boolean", summary: "end with code 1 for warnings as well" },
      "env-file": ENV_FILE,
      "json": JSON_FLAG,
    },
    examples: ["check", "check my-server --strict", "check server.ts --json"],
    load: () => import("./check.ts"),
  },
  {
    name: "build",
    summary: "Writes the manifest of a project, and an entry that starts without reading types.",
    usage: "[DIR]",
    notes: [
      "DIR is the folder of a project (with tools/, resources/ or prompts/); left out, it is the folder",
      "here. The same project gives the same bytes. If something is wrong with it, nothing is written.",
      "The command that is printed runs it with what its components declare, and nothing more.",
    ],
    flags: {
      "output": {
        type: "string",
        short: "o",
        value: "DIR",
        summary: "folder to write to, below the project (its dist)",
      },
      "env-file": ENV_FILE,
      "json": JSON_FLAG,
    },
    examples: ["build", "build my-server --output my-server/out"],
    load: () => import("./build.ts"),
  },
];
