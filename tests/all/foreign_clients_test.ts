import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";
import { CLI, deno, path } from "../support/server_process.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const HELLO = path("examples/hello.ts");
const INFO = { name: "foreign", version: "1.0.0" };

/** The ways a host may start the example. */
const COMMANDS = {
  "bare deno run": ["run", "--no-prompt", HELLO],
  "the command line": ["run", "-A", CLI, "run", HELLO],
};

for (const [how, args] of Object.entries(COMMANDS)) {
  const command = { command: Deno.execPath(), args };

  Deno.test(`the official client 1.x lists, calls, reads and gets, by ${how}`, async () => {
    const client = new ClientV1(INFO);
    await client.connect(new StdioV1(command));
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map((tool: { name: string }) => tool.name), ["add"]);
      const result = await client.callTool({ name: "add", arguments: { a: 2, b: 40 } });
      assert.deepEqual(result.structuredContent, { result: 42 });
      const { contents } = await client.readResource({ uri: "weather://Oslo/current" });
      assert.equal(contents[0].mimeType, "application/json");
      const { messages } = await client.getPrompt({
        name: "summarize_pr",
        arguments: { diff: "+1" },
      });
      assert.equal(messages[0].role, "user");
      await client.ping();
    } finally {
      await client.close();
    }
  });

  for (
    const [name, mode, era] of [
      ["auto", "auto", "modern"],
      ["pinned to 2026-07-28", { pin: "2026-07-28" }, "modern"],
      ["legacy", "legacy", "legacy"],
    ] as const
  ) {
    Deno.test(`the official client 2.x, ${name}, lists, calls, reads and completes, by ${how}`, async () => {
      const client = new Client(INFO, { versionNegotiation: { mode } });
      await client.connect(new StdioClientTransport(command));
      try {
        assert.equal(client.getProtocolEra(), era);
        const { tools } = await client.listTools();
        assert.deepEqual(tools.map(({ name }) => name), ["add"]);
        const result = await client.callTool({ name: "add", arguments: { a: 2, b: 40 } });
        assert.deepEqual(result.structuredContent, { result: 42 });
        const { contents } = await client.readResource({ uri: "resource://greeting" });
        assert.equal("text" in contents[0] && contents[0].text, "Hello from @x/mcp!");
        const { completion } = await client.complete({
          ref: { type: "ref/prompt", name: "summarize_pr" },
          argument: { name: "tone", value: "p" },
        });
        assert.deepEqual(completion.values, ["playful"]);
      } finally {
        await client.close();
      }
    });
  }
}

Deno.test("the official Inspector's command line lists and calls, in both eras", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/package.json`, "{}");
    // Its optional dependencies are not all in the registry, which Deno takes for an error; npm does not.
    const install = await new Deno.Command("npm", {
      args: ["install", "--ignore-scripts", "--no-audit", "--no-fund", INSPECTOR],
      cwd: folder,
      stdout: "piped",
      stderr: "piped",
    }).output();
    assert.ok(install.success, new TextDecoder().decode(install.stderr));
    for (const era of ["legacy", "modern"]) {
      const inspect = async (...args: string[]) => {
        const { code, stdout, stderr } = await deno([
          "run",
          "-A",
          "npm:@modelcontextprotocol/inspector",
          "--cli",
          "--protocol-era",
          era,
          Deno.execPath(),
          "run",
          "-A",
          HELLO,
          ...args,
        ], { cwd: folder });
        assert.equal(code, 0, stderr);
        return JSON.parse(stdout);
      };
      const { tools } = await inspect("--method", "tools/list");
      assert.deepEqual(tools.map(({ name }: { name: string }) => name), ["add"]);
      const call = ["--method", "tools/call", "--tool-name", "add"];
      const result = await inspect(...call, "--tool-arg", "a=2", "--tool-arg", "b=40");
      assert.deepEqual(result.structuredContent, { result: 42 });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
