import assert from "node:assert/strict";
import { acceptedContent, inputRequired } from "@modelcontextprotocol/server";
import { McpServer, ProtocolError } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { envelope, ERAS, RawClient } from "../support/raw_client.ts";

const NAME = {
  type: "object" as const,
  properties: { name: { type: "string" as const } },
  required: ["name"],
};
const ask = (message: string, requestState?: unknown) => ({
  ...inputRequired({
    inputRequests: { who: inputRequired.elicit({ message, requestedSchema: NAME }) },
  }),
  ...(requestState === undefined ? {} : { requestState }),
});

function make() {
  const mcp = new McpServer({ name: "input", version: "1.0.0" });
  mcp.tool("greet", {}, (_, { inputResponses }) => {
    const answer = acceptedContent(inputResponses as never, "who") as { name: string } | undefined;
    return answer === undefined ? ask("Who?") : `Hello ${answer.name}`;
  });
  mcp.tool("rounds", {}, (_, { inputResponses, requestState }) => {
    const round = (requestState as { round: number } | undefined)?.round ?? 0;
    const answer = acceptedContent(inputResponses as never, "who") as { name: string } | undefined;
    return round === 2
      ? `Round ${round}, ${answer?.name}`
      : ask(`Round ${round}?`, { round: round + 1 });
  });
  mcp.prompt(
    "greet",
    {},
    (_, { inputResponses }) => "who" in inputResponses ? "done" : ask("Who?"),
  );
  mcp.resource(
    "data://who",
    {},
    (_, { inputResponses }) => "who" in inputResponses ? "done" : ask("Who?"),
  );
  mcp.tool("url", {}, () => {
    throw new ProtocolError(-32042, "Sign in first", {
      elicitations: [{ mode: "url", url: "https://example.com", elicitationId: "1", message: "m" }],
    });
  });
  return mcp;
}

const DECLARED = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
const ACCEPTED = { who: { action: "accept", content: { name: "Ada" } } };

for (const era of ERAS) {
  Deno.test(`${era}: one handler asks for input in both eras, over several rounds`, async () => {
    const asked: unknown[] = [];
    await using client = await testClient(make(), {
      era,
      onRequest: (method, params) => {
        asked.push([method, params.message]);
        return { action: "accept", content: { name: "Ada" } };
      },
    });
    assert.equal((await client.callTool("greet")).content[0]["text" as never], "Hello Ada");
    assert.equal((await client.callTool("rounds")).content[0]["text" as never], "Round 2, Ada");
    assert.equal((await client.getPrompt("greet")).messages[0].content["text" as never], "done");
    assert.equal((await client.readResource("data://who"))[0].text, "done");
    assert.deepEqual(asked, [
      ["elicitation/create", "Who?"],
      ["elicitation/create", "Round 0?"],
      ["elicitation/create", "Round 1?"],
      ["elicitation/create", "Who?"],
      ["elicitation/create", "Who?"],
    ]);
  });
}

Deno.test("modern [input.modern]: tools, prompts and resources answer input_required and run again with the answers", async () => {
  await using client = await RawClient.to(make());
  for (
    const [method, params] of [
      ["tools/call", { name: "greet" }],
      ["prompts/get", { name: "greet" }],
      ["resources/read", { uri: "data://who" }],
    ] as const
  ) {
    const first = await client.ask("modern", method, params, DECLARED);
    assert.equal(first.result.resultType, "input_required", method);
    assert.equal(first.result.inputRequests.who.method, "elicitation/create");
    assert.ok(!("ttlMs" in first.result), "no cache hint on a question");
    const second = await client.ask(
      "modern",
      method,
      { ...params, inputResponses: ACCEPTED },
      DECLARED,
    );
    assert.equal(second.result.resultType, "complete", method);
  }
});

Deno.test("modern [stdio.no-requests]: a question is part of the answer, never a request of the server", async () => {
  await using client = await RawClient.to(make());
  await client.ask("modern", "tools/call", { name: "greet" }, DECLARED);
  assert.deepEqual(client.messages.filter(({ id, method }) => id !== undefined && method), []);
});

Deno.test("modern [input.capability]: what the client does not declare is not asked: -32021", async () => {
  await using client = await RawClient.to(make());
  const { error } = await client.ask("modern", "tools/call", { name: "greet" });
  assert.equal(error?.code, -32021);
  assert.ok(error?.data.requiredCapabilities.elicitation);
});

Deno.test("modern [input.capability]: a question in a mode that the client does not declare is not asked", async () => {
  const mcp = make();
  mcp.tool("sign_in", {}, () =>
    inputRequired({
      inputRequests: { in: inputRequired.elicitUrl({ message: "m", url: "https://example.com" }) },
    }));
  await using client = await RawClient.to(mcp);
  const { error } = await client.ask("modern", "tools/call", { name: "sign_in" }, DECLARED);
  assert.equal(error?.code, -32021);
});

Deno.test("modern [input.answers]: a missing or malformed answer is asked for again, a stray one does no harm", async () => {
  await using client = await RawClient.to(make());
  const again = async (inputResponses: unknown) =>
    (await client.ask("modern", "tools/call", { name: "greet", inputResponses }, DECLARED)).result;
  assert.equal((await again({})).resultType, "input_required");
  assert.equal((await again({ other: ACCEPTED.who })).resultType, "input_required");
  assert.equal((await again({ who: { action: "decline" } })).resultType, "input_required");
  assert.equal((await again({ ...ACCEPTED, other: {} })).content[0].text, "Hello Ada");
});

for (const era of ERAS) {
  Deno.test(`${era} [input.question]: a request for input that asks nothing, or cannot be sealed, or comes from elsewhere, is an error of the server`, async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const mcp = make();
    mcp.tool("empty", {}, () => ({ resultType: "input_required" as const }));
    mcp.tool("none", {}, () => ({ resultType: "input_required" as const, inputRequests: {} }));
    mcp.tool("cyclic", {}, () => ask("x", cyclic));
    mcp.prompt("empty", {}, () => ({ resultType: "input_required" as const }));
    mcp.use("tools/list", () => ask("x") as never);
    await using client = await RawClient.open(mcp, era, { elicitation: {} });
    for (const name of ["empty", "none", "cyclic"]) {
      const { result } = await client.ask(
        era,
        "tools/call",
        { name },
        era === "modern" ? DECLARED : {},
      );
      assert.equal(result.isError, true, name);
      assert.match(result.content[0].text, /request for input cannot be sent/);
    }
    assert.equal((await client.ask(era, "prompts/get", { name: "empty" })).error?.code, -32603);
    assert.equal((await client.ask(era, "tools/list")).error?.code, -32603);
  });
}

Deno.test("legacy [input.legacy]: questions go to the client as requests, if it declares that it answers", async () => {
  const mcp = make();
  await using client = await RawClient.open(mcp, "legacy", { elicitation: { form: {} } });
  const question = client.wait(({ method }) => method === "elicitation/create");
  const answer = client.request("tools/call", { name: "greet" });
  client.send({ jsonrpc: "2.0", id: (await question).id, result: ACCEPTED.who });
  assert.equal((await answer).result.content[0].text, "Hello Ada");
  await using mute = await RawClient.open(mcp, "legacy");
  const refused = await mute.request("tools/call", { name: "greet" });
  assert.equal(refused.result.isError, true);
  assert.deepEqual(mute.messages.filter(({ id, method }) => id !== undefined && method), []);
});

Deno.test("legacy [input.url-error]: an error with code -32042 passes with its data", async () => {
  await using client = await RawClient.open(make(), "legacy");
  const { error } = await client.request("tools/call", { name: "url" });
  assert.equal(error?.code, -32042);
  assert.equal(error?.data.elicitations[0].url, "https://example.com");
});

Deno.test("modern [input.state]: requestState is sealed, bound to its request, and a bad one gets -32602", async () => {
  const mcp = make();
  mcp.tool("other", {}, (_, { requestState }) => requestState ?? "none");
  await using client = await RawClient.to(mcp);
  const { result } = await client.ask("modern", "tools/call", { name: "rounds" }, DECLARED);
  const state: string = result.requestState;
  assert.equal(typeof state, "string");
  assert.doesNotMatch(state, /^\{|round/);
  const again = (name: string, requestState: unknown) =>
    client.request("tools/call", {
      name,
      requestState,
      inputResponses: ACCEPTED,
      _meta: envelope(DECLARED),
    });
  assert.equal((await again("rounds", state)).result.resultType, "input_required");
  const flipped = state.slice(0, -2) + (state.at(-2) === "A" ? "B" : "A") + state.at(-1);
  for (const bad of ["", "x", state + "x", flipped, state.slice(1), { round: 2 }, 5]) {
    const { error } = await again("rounds", bad);
    assert.equal(error?.code, -32602, JSON.stringify(bad));
  }
  assert.equal((await again("other", state)).error?.code, -32602, "of another tool");
  mcp.prompt("rounds", {}, () => "x");
  const prompt = await client.request("prompts/get", {
    name: "rounds",
    requestState: state,
    inputResponses: ACCEPTED,
    _meta: envelope(DECLARED),
  });
  assert.equal(prompt.error?.code, -32602, "of another method");
  await using stranger = await RawClient.to(make());
  const foreign = await stranger.request("tools/call", {
    name: "rounds",
    requestState: state,
    inputResponses: ACCEPTED,
    _meta: envelope(DECLARED),
  });
  assert.equal(foreign.error?.code, -32602, "of another server");
});
