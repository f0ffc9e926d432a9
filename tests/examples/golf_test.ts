import assert from "node:assert/strict";
import { copyOfGolf, GOLF } from "../support/golf.ts";
import type { Project } from "../support/project.ts";
import { ERAS, type TestEra } from "../support/raw_client.ts";
import { mcp, path, ServerProcess } from "../support/server_process.ts";
import { PERMISSIONS, PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "./golf_rows.ts";

Deno.test("examples/golf: inspect lists what each component shows, and what it may touch", async () => {
  const { code, stdout, stderr } = await mcp(["inspect", "--json", GOLF]);
  assert.equal(code, 0, stderr);
  const { tools } = JSON.parse(stdout);
  for (const { name, isolation, permissions, warnings } of tools) {
    assert.deepEqual([isolation, warnings], ["process", []], name);
    const below = Object.entries(PERMISSIONS[name] ?? {}).map(([kind, entries]) => [kind, {
      allow: entries.map((entry) => kind === "net" ? entry : `${GOLF}/${entry}`),
    }]);
    assert.deepEqual(permissions, Object.fromEntries(below), name);
  }
});

Deno.test("examples/golf: each schema and annotation is listed, and all components work, each with its own rights, in both eras", async (t) => {
  await using golf = await copyOfGolf();
  for (const era of ERAS) {
    await t.step(era, () => useGolf(golf, era));
  }
});

async function useGolf(golf: Project, era: TestEra): Promise<void> {
  await using server = new ServerProcess({
    args: ["run", "-A", path("cli.ts"), "run", golf.folder],
  });
  const { client } = server;
  if (era === "legacy") await client.initialize();
  const listed = async (method: string) => (await client.ask(era, method, {})).result;
  assert.deepEqual((await listed("tools/list")).tools, TOOLS);
  assert.deepEqual((await listed("resources/list")).resources, RESOURCES);
  assert.deepEqual(
    (await listed("resources/templates/list")).resourceTemplates,
    TEMPLATES,
  );
  assert.deepEqual((await listed("prompts/list")).prompts, PROMPTS);

  const call = async (name: string, args: unknown = {}) =>
    (await client.ask(era, "tools/call", { name, arguments: args })).result;
  const data = async (name: string, args?: unknown) => (await call(name, args)).structuredContent;
  const text = async (name: string, args?: unknown) => (await call(name, args)).content[0].text;
  assert.deepEqual(await data("calculator", { a: 5, b: 3, operation: "subtract" }), {
    result: 2,
  });
  assert.deepEqual(await data("hello", { greeting: "Good day" }), {
    message: "Good day, World!",
  });
  assert.equal((await data("user_profile_tool", { user_id: 7 })).email, null);
  assert.equal((await data("user_profile_tool", { user_id: 1 })).email, "user@example.com");
  assert.deepEqual(await data("charge_payments", { amount: 12.5, card_token: "tok_1" }), {
    success: true,
    charge_id: "ch_1",
    message: "Charged $12.50",
  });
  assert.match(
    await text("charge_payments", { amount: 0, card_token: "1", customer_email: "nobody" }),
    /\n- amount: .*\n- card_token: .*\n- customer_email: /,
  );
  assert.deepEqual(await data("read_only_patterns"), { result: ["notes.txt"] });
  await call("idempotent_patterns", { status: "on the green" });
  await call("file_operations_patterns", { from: "status.txt", to: "old.txt" });
  assert.equal(await Deno.readTextFile(golf.path("data/old.txt")), "on the green");
  assert.equal((await data("delete_file", { path: "old.txt" })).success, true);
  assert.equal(await text("delete_file", { path: "old.txt" }), "There is no file old.txt");
  assert.match(
    await text("delete_file", { path: "../deno.json" }),
    /^Tool "delete_file" may not access write ".*deno\.json"; to allow it, declare permissions: /,
  );

  const read = async (uri: string) =>
    (await client.ask(era, "resources/read", { uri })).result.contents[0].text;
  assert.deepEqual(JSON.parse(await read("data://config")), {
    environment: "production",
    debug: false,
    retries: 3,
  });
  assert.ok(JSON.parse(await read("data://config/current")).readAt);
  assert.deepEqual(JSON.parse(await read("users://7")), { user_id: 7, username: "user_7" });
  const prompt = async (name: string, args: unknown) =>
    (await client.ask(era, "prompts/get", { name, arguments: args })).result.messages;
  assert.deepEqual(await prompt("welcome", { name: "Ann" }), [
    { role: "user", content: { type: "text", text: "Welcome Ann and ask how you can help." } },
  ]);
  const roles = (await prompt("review", { code: "1" })).map(({ role }: { role: string }) => role);
  assert.deepEqual(roles, ["user", "assistant"]);
}
