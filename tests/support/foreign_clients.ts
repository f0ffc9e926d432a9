/** What clients that are not ours do with `examples/hello.ts`, whatever carries it. */
import { Client, type Transport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import assert from "node:assert/strict";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

/** What foreign clients say they are. */
export const INFO = { name: "foreign", version: "1.0.0" };

/** How a client 2.x may find out what a server speaks, and what comes of it. */
export const NEGOTIATIONS = [
  ["auto", "auto", "modern"],
  ["pinned to 2026-07-28", { pin: "2026-07-28" }, "modern"],
  ["legacy", "legacy", "legacy"],
] as const;

/** The official client 1.x lists, calls, reads, gets and pings. */
export async function useClientV1(transport: TransportV1): Promise<void> {
  const client = new ClientV1(INFO);
  await client.connect(transport);
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
}

/** The official client 2.x lists, calls, reads and completes. */
export async function useClientV2(
  transport: Transport,
  [, mode, era]: typeof NEGOTIATIONS[number],
): Promise<void> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
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
}

/** The official Inspector, installed in a folder of its own. */
export class Inspector implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async install(): Promise<Inspector> {
    const inspector = new Inspector(await Deno.makeTempDir());
    await Deno.writeTextFile(`${inspector.#folder}/package.json`, "{}");
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", INSPECTOR];
    await inspector.#run("npm", install);
    return inspector;
  }

  /**
   * Its command line lists, calls, reads and gets, in both eras.
   *
   * @param target How it reaches the server
   */
  async use(...target: string[]): Promise<void> {
    for (const era of ["legacy", "modern"]) {
      const inspect = (...method: string[]) =>
        this.ask({ target: ["--protocol-era", era, ...target] }, ...method);
      const { tools } = await inspect("tools/list");
      assert.deepEqual(tools.map(({ name }: { name: string }) => name), ["add"]);
      const add = ["--tool-name", "add", "--tool-arg", "a=2", "--tool-arg", "b=40"];
      assert.deepEqual((await inspect("tools/call", ...add)).structuredContent, { result: 42 });
      const { contents } = await inspect("resources/read", "--uri", "resource://greeting");
      assert.equal(contents[0].text, "Hello from @x/mcp!");
      const prompt = ["--prompt-name", "summarize_pr", "--prompt-args", "diff=+1"];
      const { messages } = await inspect("prompts/get", ...prompt);
      assert.equal(messages[0].role, "user");
    }
  }

  /**
   * What its command line prints of one request.
   *
   * @param how How it reaches the server, and the folder that it is started in
   * @param method The method, and its flags
   */
  async ask(
    { target, cwd }: { readonly target: readonly string[]; readonly cwd?: string },
    ...method: string[]
    // deno-lint-ignore no-explicit-any
  ): Promise<any> {
    // By Node, as its users do: it clones answers, and Deno reads no clone of a stream before its end.
    const program = `${this.#folder}/node_modules/.bin/mcp-inspector`;
    return JSON.parse(await this.#run(program, ["--cli", ...target, "--method", ...method], cwd));
  }

  async #run(program: string, args: string[], cwd = this.#folder): Promise<string> {
    const { code, stdout, stderr } = await new Deno.Command(program, { args, cwd }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}
