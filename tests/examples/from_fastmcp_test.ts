import assert from "node:assert/strict";
import server from "../../examples/from_fastmcp/server.ts";
import { envelope, ERAS, RawClient, type TestEra } from "../support/raw_client.ts";
import { mcp, path, ServerProcess } from "../support/server_process.ts";
import { CALLS, CHART_1, CHART_2, FOLDER, LISTED, text, whole } from "./from_fastmcp_rows.ts";

const SERVER = `${FOLDER}server.ts`;

/** A result without what every result of its era has. */
// deno-lint-ignore no-explicit-any
function own(era: TestEra, result: any): Record<string, unknown> {
  if (era === "legacy") return result;
  const { resultType, _meta, ttlMs: _ttl, cacheScope: _scope, ...rest } = result;
  const { "io.modelcontextprotocol/serverInfo": info, ...meta } = _meta;
  assert.equal(resultType, "complete");
  assert.equal(info.name, "from_fastmcp");
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

const call = async (client: RawClient, era: TestEra, name: string, args?: unknown) =>
  own(
    era,
    (await client.ask(era, "tools/call", args === undefined ? { name } : { name, arguments: args }))
      .result,
  );

for (const era of ERAS) {
  Deno.test(`${era} from_fastmcp: ${Object.keys(LISTED).length} tools are listed with their schemas`, async () => {
    await using client = await RawClient.open(server, era);
    const { tools } = (await client.ask(era, "tools/list")).result;
    const names = tools.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, Object.keys(LISTED));
    for (const { name, description, inputSchema, outputSchema } of tools) {
      assert.deepEqual([inputSchema, outputSchema], [LISTED[name][0], LISTED[name][1]], name);
      assert.match(description, /^[A-Z].*\.$/, name);
    }
  });

  Deno.test(`${era} from_fastmcp: ${CALLS.length} calls and their whole results`, async (t) => {
    await using client = await RawClient.open(server, era);
    for (const { says, tool, args, result } of CALLS) {
      await t.step(`${tool} ${says}`, async () => {
        assert.deepEqual(await call(client, era, tool, args), result);
      });
    }
    const uncalled = Object.keys(LISTED).filter((name) => !CALLS.some(({ tool }) => tool === name));
    assert.deepEqual(uncalled, []);
  });

  Deno.test(`${era} from_fastmcp: charge_payment takes both ends of its bounds, null and nothing`, async () => {
    await using client = await RawClient.open(server, era);
    const charged = async (args: unknown) => {
      const { content, structuredContent, ...rest } = await call(
        client,
        era,
        "charge_payment",
        args,
        // deno-lint-ignore no-explicit-any
      ) as any;
      const { charge_id, ...others } = structuredContent;
      assert.deepEqual(rest, {});
      assert.match(charge_id, /^ch_[\da-f-]{36}$/);
      assert.deepEqual(JSON.parse(content[0].text), structuredContent);
      return others;
    };
    assert.deepEqual(await charged({ amount: 0.01, card_token: "tok_a1" }), {
      success: true,
      message: "Charged $0.01",
    });
    assert.deepEqual(
      await charged({
        amount: "10000",
        card_token: "tok_a1",
        description: "x".repeat(200),
        customer_email: "a.b-c@example.com",
      }),
      { success: true, message: "Charged $10000.00; the receipt goes to a.b-c@example.com" },
    );
    assert.deepEqual(await charged({ amount: 1, card_token: "tok_a1", customer_email: null }), {
      success: true,
      message: "Charged $1.00",
    });
  });

  Deno.test(`${era} from_fastmcp: others are answered while wrapped_cpu_task computes, and it can be cancelled`, async () => {
    await using client = await RawClient.open(server, era);
    const task = call(client, era, "wrapped_cpu_task", { data: "apple" });
    const others = [1, 2, 3].map((a) => call(client, era, "add", { a, b: 1 }));
    const first = await Promise.race([task, ...others.map((other) => other.then(() => "add"))]);
    assert.equal(first, "add");
    await Promise.all([task, ...others]);
    const id = "to be cancelled";
    void client.request("tools/call", {
      name: "wrapped_cpu_task",
      arguments: { data: "apple" },
      ...(era === "legacy" ? {} : { _meta: envelope() }),
    }, id).catch(() => {});
    client.notify("notifications/cancelled", { requestId: id });
    await call(client, era, "wrapped_cpu_task", { data: "pear" });
    assert.ok(!client.messages.some((message) => message.id === id));
  });

  Deno.test(`${era} from_fastmcp: the resource, the template and the prompt`, async () => {
    await using client = await RawClient.open(server, era);
    const ask = async (method: string, params = {}) =>
      own(era, (await client.ask(era, method, params)).result);
    assert.deepEqual(await ask("resources/list"), {
      resources: [{
        uri: "resource://greeting",
        name: "get_greeting",
        description: "A greeting.",
      }],
    });
    assert.deepEqual(await ask("resources/templates/list"), {
      resourceTemplates: [{
        uriTemplate: "weather://{city}/current",
        name: "get_weather",
        description: "The weather of a city now.",
      }],
    });
    assert.deepEqual(await ask("resources/read", { uri: "resource://greeting" }), {
      contents: [{
        uri: "resource://greeting",
        mimeType: "text/plain",
        text: "Hello from @x/mcp!",
      }],
    });
    const uri = "weather://london/current";
    assert.deepEqual(await ask("resources/read", { uri }), {
      contents: [{ uri, mimeType: "application/json", text: '{"city":"london","temperature":22}' }],
    });
    assert.deepEqual(await ask("prompts/list"), {
      prompts: [{
        name: "summarize_pr",
        description: "Draft a pull-request summary from a diff.",
        arguments: [{ name: "diff", required: true }, { name: "tone", required: false }],
      }],
    });
    for (const [args, tone] of [[{}, "concise"], [{ tone: "playful" }, "playful"]] as const) {
      const params = { name: "summarize_pr", arguments: { diff: "+1", ...args } };
      assert.deepEqual(await ask("prompts/get", params), {
        description: "Draft a pull-request summary from a diff.",
        messages: [{
          role: "user",
          content: text(
            `Write a ${tone} pull-request summary for the following diff. ` +
              "Group changes by theme and flag any breaking changes.\n\n+1",
          ),
        }],
      });
    }
  });

  Deno.test(`${era} from_fastmcp: a process of its own, over stdio, that may read its folder and nothing else`, async () => {
    await using process = ServerProcess.bare(SERVER, `--allow-read=${path(FOLDER)}`);
    const { client } = process;
    if (era === "legacy") await client.initialize();
    assert.deepEqual(await call(client, era, "get_multiple_charts"), {
      content: [CHART_1, CHART_2],
    });
    assert.deepEqual(await call(client, era, "add", { a: 2, b: "3" }), whole(5));
  });
}

Deno.test("from_fastmcp: the command line lists and calls it", async () => {
  const list = await mcp(["list", "--json", path(SERVER)]);
  const names = JSON.parse(list.stdout).tools.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, Object.keys(LISTED));
  const { code, stdout, stderr } = await mcp(["call", path(SERVER), "add_numbers", "a=2", "b=3"]);
  assert.deepEqual([code, stdout], [0, "5\n"], stderr);
});
