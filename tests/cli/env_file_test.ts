import assert from "node:assert/strict";
import { setVariables } from "../../src/cli/env_file.ts";
import { Project } from "../support/project.ts";
import { mcp, ROOT } from "../support/server_process.ts";

Deno.test("cli --env-file: a server finds the variables of the last file, but what is set already stays; without it none", async () => {
  await using project = await Project.make({
    "deno.json": { imports: { "@x/mcp": new URL("mod.ts", ROOT).href } },
    "server.ts": `
      import { McpServer } from "@x/mcp";
      const names = ["ENV_A", "ENV_B", "ENV_C"];
      export default new McpServer({ name: "env", version: "1.0.0" })
        .tool("env", {}, () => names.map((name) => Deno.env.get(name) ?? null).join());`,
    ".env": "ENV_A=first\nENV_B=first\nENV_C=first\n",
    "more.env": "# more\nexport ENV_B = 'the # last'\n",
  });
  const call = (...flags: string[]) =>
    mcp(["call", "env", ...flags], { cwd: project.folder, env: { ENV_A: "own" } });
  const { stdout, stderr } = await call("--env-file", ".env", "--env-file=more.env");
  assert.equal(stdout, "own,the # last,first\n", stderr);
  assert.equal((await call()).stdout, "own,,\n");
});

Deno.test("--env-file: a line that would be lost or taken for another is an error with its place, and not shown", async () => {
  await using files = await Project.make({});
  const file = files.path(".env");
  for (
    const [text, says] of [
      ["A=1\nSECRET", ":2:1: no variable: write NAME=value"],
      ["1A=SECRET", ":1:1: no variable: write NAME=value"],
      ["A=1\r\n\r\nA=SECRET", ":3:1: A is set twice"],
      ['A="SECRET\nB=1', ':1:1: the " of A has no second one'],
      ["A='SECRET' B", ":1:1: A goes on behind its ': use other quotes around it"],
      ["A=SECRET#1", ":1:1: # begins a comment: put A into quotes"],
      ["A=SECRET\0", ":1:1: A has a character that no variable has"],
    ]
  ) {
    await Deno.writeTextFile(file, text);
    await assert.rejects(setVariables([file]), (error: Error) => {
      assert.equal(error.message, file + says);
      return !error.message.includes("SECRET");
    });
  }
  await assert.rejects(setVariables([`${file}s`]), {
    message: `Cannot read --env-file ${file}s: there is no such file`,
  });
});

Deno.test("--env-file: quotes, comments, CRLF and values of several lines", async () => {
  await using files = await Project.make({
    ".env":
      "\uFEFFENV_T1=a b \r\n# x\r\nENV_T2=\"two\r\nlines\" # x\r\nENV_T3='$HOME'\r\nENV_T4=\r\n",
  });
  const names = ["ENV_T1", "ENV_T2", "ENV_T3", "ENV_T4"];
  try {
    await setVariables([files.path(".env")]);
    assert.deepEqual(names.map((name) => Deno.env.get(name)), ["a b", "two\nlines", "$HOME", ""]);
  } finally {
    for (const name of names) Deno.env.delete(name);
  }
});
