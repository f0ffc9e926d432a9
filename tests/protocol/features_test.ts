import assert from "node:assert/strict";
import { McpServer, ProtocolError } from "@x/mcp";
import { z } from "zod";
import { ERAS, type Message, RawClient, settled, type TestEra } from "../support/raw_client.ts";

const make = (options = {}) => new McpServer({ name: "features", version: "1.0.0", ...options });
const text = ({ result }: Message) => result.content[0].text;
const names = ({ result }: Message) => result.tools.map(({ name }: { name: string }) => name);

async function page(client: RawClient, era: TestEra, method: string, cursor?: string) {
  return await client.ask(era, method, cursor === undefined ? {} : { cursor });
}

for (const era of ERAS) {
  Deno.test(`${era} C109 [capabilities.declared]: a server declares what it has, and nothing else`, async () => {
    const declared = async (mcp: McpServer) => {
      await using client = await RawClient.to(mcp);
      const answer = era === "legacy"
        ? await client.initialize()
        : await client.ask("modern", "server/discover");
      return answer.result.capabilities;
    };
    const tools = make();
    tools.tool("t", {}, () => "x");
    assert.deepEqual(await declared(tools), { tools: { listChanged: true } });
    const all = make();
    all.tool("t", {}, (_, ctx) => ctx.log.info("x"));
    all.resource("x://{a}", { complete: { a: () => "v" } }, () => 1);
    all.prompt("p", {}, () => "x");
    assert.deepEqual(await declared(all), {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    });
    assert.deepEqual(await declared(make()), {});
    assert.deepEqual(await declared(make({ logging: true })), { logging: {} });
    const chained = make().use((_, next) => next());
    assert.deepEqual(await declared(chained), { logging: {} });
  });

  Deno.test(`${era} [lists.order]: lists come in the order of registration for every connection`, async () => {
    const mcp = make();
    for (const name of ["zebra", "apple", "Mango", "kiwi"]) mcp.tool(name, {}, () => name);
    for (let i = 0; i < 2; i++) {
      await using client = await RawClient.open(mcp, era);
      assert.deepEqual(names(await client.ask(era, "tools/list")), [
        "zebra",
        "apple",
        "Mango",
        "kiwi",
      ]);
    }
  });

  Deno.test(`${era} [lists.empty]: a list without items of a declared capability is empty`, async () => {
    const mcp = make();
    mcp.resource("x://a", {}, 1);
    mcp.tool("t", { enabled: false }, () => "x");
    mcp.prompt("p", { enabled: false }, () => "x");
    await using client = await RawClient.open(mcp, era);
    assert.deepEqual(
      (await client.ask(era, "resources/templates/list")).result.resourceTemplates,
      [],
    );
    assert.deepEqual((await client.ask(era, "tools/list")).result.tools, []);
    assert.deepEqual((await client.ask(era, "prompts/list")).result.prompts, []);
  });

  Deno.test(`${era} C054 C124 [lists.cursor]: pages follow cursors to the end, each item once`, async () => {
    const mcp = make({ pageSize: 50 });
    for (let i = 0; i < 150; i++) mcp.tool(`tool_${i}`, {}, () => i);
    await using client = await RawClient.open(mcp, era);
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const answer = await page(client, era, "tools/list", cursor);
      seen.push(...names(answer));
      cursor = answer.result.nextCursor;
      pages++;
    } while (cursor !== undefined);
    assert.equal(pages, 3);
    assert.deepEqual(seen, Array.from({ length: 150 }, (_, i) => `tool_${i}`));
  });

  Deno.test(`${era} C054: everything comes in one page unless the author sets a page size`, async () => {
    const mcp = make();
    for (let i = 0; i < 150; i++) {
      mcp.tool(`tool_${i}`, {}, () => i);
      mcp.prompt(`prompt_${i}`, {}, () => "x");
      mcp.resource(`x://${i}`, {}, i);
    }
    await using client = await RawClient.open(mcp, era);
    for (const list of ["tools", "prompts", "resources"]) {
      const { result } = await client.ask(era, `${list}/list`);
      assert.equal(result[list].length, 150);
      assert.equal(result.nextCursor, undefined);
    }
  });

  Deno.test(`${era} C124 [lists.cursor]: a cursor that the server did not make for that list gets -32602`, async () => {
    const mcp = make({ pageSize: 1 });
    for (const name of ["a", "b", "c"]) {
      mcp.tool(name, {}, () => name);
      mcp.prompt(name, {}, () => name);
    }
    await using client = await RawClient.open(mcp, era);
    const { nextCursor } = (await page(client, era, "tools/list")).result;
    const tampered = nextCursor.replace(/^./, (digit: string) => digit === "1" ? "2" : "1");
    for (const cursor of ["x", "", "0", nextCursor + "x", tampered]) {
      const { error } = await page(client, era, "tools/list", cursor);
      assert.equal(error?.code, -32602, cursor);
      assert.match(error!.message, /nextCursor/);
    }
    assert.equal((await page(client, era, "prompts/list", nextCursor)).error?.code, -32602);
    const unpaged = make();
    unpaged.tool("a", {}, () => "a");
    await using other = await RawClient.open(unpaged, era);
    assert.equal((await page(other, era, "tools/list", "x")).error?.code, -32602);
  });

  Deno.test(`${era} [lists.cursor]: a list that changes between pages shows what stays, once`, async () => {
    const mcp = make({ pageSize: 2 });
    for (const name of ["a", "b", "c", "d", "e"]) mcp.tool(name, {}, () => name);
    await using client = await RawClient.open(mcp, era);
    const first = await page(client, era, "tools/list");
    mcp.remove("a");
    mcp.remove("b");
    mcp.tool("f", {}, () => "f");
    const second = await page(client, era, "tools/list", first.result.nextCursor);
    const third = await page(client, era, "tools/list", second.result.nextCursor);
    assert.deepEqual([first, second, third].flatMap(names), ["a", "b", "c", "d", "e", "f"]);
    assert.equal(third.result.nextCursor, undefined);
  });

  Deno.test(`${era}: servers with one secret accept each other's cursors, others do not`, async () => {
    const secret = "0123456789abcdef0123456789abcdef";
    const [one, two, three] = [{ secret }, { secret }, {}].map((options) => {
      const mcp = make({ pageSize: 1, ...options });
      for (const name of ["a", "b"]) mcp.tool(name, {}, () => name);
      return mcp;
    });
    await using first = await RawClient.open(one, era);
    await using second = await RawClient.open(two, era);
    await using third = await RawClient.open(three, era);
    const cursor = (await page(first, era, "tools/list")).result.nextCursor;
    assert.deepEqual(names(await page(second, era, "tools/list", cursor)), ["b"]);
    assert.equal((await page(third, era, "tools/list", cursor)).error?.code, -32602);
  });

  Deno.test(`${era} [tools.unknown]: an unknown or hidden tool gets -32602, with the nearest name`, async () => {
    const mcp = make();
    mcp.tool("get_alerts", {}, () => "x");
    mcp.tool("hidden", { enabled: false }, () => "x");
    await using client = await RawClient.open(mcp, era);
    const near = await client.ask(era, "tools/call", { name: "get_alert" });
    assert.equal(near.error?.code, -32602);
    assert.match(near.error!.message, /did you mean "get_alerts"/);
    for (const name of ["hidden", "hiden", "", "__proto__", "constructor"]) {
      const { error } = await client.ask(era, "tools/call", { name });
      assert.equal(error?.code, -32602);
      assert.doesNotMatch(error!.message, /did you mean "hidden"/);
    }
  });

  Deno.test(`${era} [tools.arguments]: every problem of the arguments is named in one result`, async () => {
    const mcp = make();
    mcp.tool(
      "zod",
      { input: z.object({ a: z.number(), b: z.string().min(3), c: z.boolean() }) },
      () => "x",
    );
    mcp.tool("json", {
      input: {
        type: "object",
        properties: {
          a: { type: "number" },
          b: { type: "string", minLength: 3 },
          c: { enum: ["x", "y"] },
          d: { type: "object", properties: { e: { type: "integer" } }, required: ["e"] },
        },
        required: ["a", "b"],
        additionalProperties: false,
      },
    }, () => "x");
    await using client = await RawClient.open(mcp, era);
    const zod = await client.ask(era, "tools/call", {
      name: "zod",
      arguments: { a: "one", b: "ab" },
    });
    assert.equal(zod.result.isError, true);
    for (const field of ["a", "b", "c"]) assert.match(text(zod), new RegExp(`^- ${field}: `, "m"));
    const json = await client.ask(era, "tools/call", {
      name: "json",
      arguments: { a: "one", c: "z", d: {}, f: 1 },
    });
    assert.equal(json.result.isError, true);
    assert.equal(
      text(json),
      [
        'Invalid arguments for tool "json":',
        "- b: required, but missing",
        '- a: expected number, got string "one"',
        '- c: expected one of "x", "y", got string "z"',
        "- d.e: required, but missing",
        "- f: not a known property",
      ].join("\n"),
    );
  });

  Deno.test(`${era} [tools.structured]: structured content matches the output schema and is given as text`, async () => {
    const mcp = make();
    mcp.tool("scalar", { output: z.int() }, () => 8);
    mcp.tool("list", { output: z.array(z.string()) }, () => ["a", "b"]);
    mcp.tool("text", { output: z.string() }, () => "é\n");
    mcp.tool("object", { output: z.object({ a: z.number() }) }, () => ({ a: 1, b: 2 }) as { a: 1 });
    mcp.tool("wrong", { output: z.object({ a: z.number() }) }, () => ({ a: "secret" }) as never);
    mcp.tool("json", {
      output: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
    }, () => ({ a: 1.5 }));
    mcp.tool("free", {}, () => ({ a: [1, null] }));
    await using client = await RawClient.open(mcp, era);
    const { tools } = (await client.ask(era, "tools/list")).result;
    for (const { name, outputSchema } of tools) {
      if (name !== "free") assert.equal(outputSchema.type, "object", name);
    }
    const call = (name: string) => client.ask(era, "tools/call", { name });
    const expected = [
      ["scalar", { result: 8 }, "8"],
      ["list", { result: ["a", "b"] }, '["a","b"]'],
      ["text", { result: "é\n" }, "é\n"],
      ["object", { a: 1 }, '{"a":1}'],
      ["free", { a: [1, null] }, '{"a":[1,null]}'],
    ] as const;
    for (const [name, structured, mirror] of expected) {
      const answer = await call(name);
      assert.deepEqual(answer.result.structuredContent, structured, name);
      assert.equal(text(answer), mirror, name);
      assert.ok(!answer.result.isError);
    }
    for (const name of ["wrong", "json"]) {
      const answer = await call(name);
      assert.equal(answer.result.isError, true);
      assert.match(text(answer), /does not match its output schema/);
      assert.doesNotMatch(text(answer), /secret/);
    }
  });

  Deno.test(`${era} C101 [tools.timeout]: a call ends with its time limit, its signal says so, and nothing follows`, async () => {
    const mcp = make();
    const reason = Promise.withResolvers<unknown>();
    mcp.tool("slow", { timeout: 30 }, (_, ctx) => {
      ctx.signal.addEventListener("abort", () => {
        ctx.progress(1);
        ctx.log.info("too late");
        reason.resolve(ctx.signal.reason.code);
      });
      return new Promise(() => {});
    });
    mcp.tool("fast", { timeout: 10_000 }, () => "x");
    await using client = await RawClient.open(mcp, era);
    const answer = await client.ask(era, "tools/call", { name: "slow" }, { progressToken: 1 });
    assert.equal(answer.result.isError, true);
    assert.equal(text(answer), 'Tool "slow" timed out after 30 ms.');
    assert.equal(await reason.promise, "timed_out");
    assert.equal(text(await client.ask(era, "tools/call", { name: "fast" })), "x");
    assert.deepEqual(client.messages.filter(({ method }) => method !== undefined), []);
  });

  Deno.test(`${era} [prompts.arguments]: an unknown prompt or a missing argument gets -32602`, async () => {
    const mcp = make();
    mcp.prompt("p", { args: z.object({ one: z.string(), two: z.string() }) }, () => "x");
    await using client = await RawClient.open(mcp, era);
    const unknown = await client.ask(era, "prompts/get", { name: "q" });
    assert.equal(unknown.error?.code, -32602);
    const missing = await client.ask(era, "prompts/get", { name: "p" });
    assert.equal(missing.error?.code, -32602);
    assert.match(missing.error!.message, /- one: .*\n- two: /);
  });

  Deno.test(`${era} C119 [resources.not-found]: a missing resource gets the code of its era, with its URI`, async () => {
    const mcp = make();
    mcp.resource("data://{a}", {}, () => "x");
    mcp.resource("data://hidden", { enabled: false }, "x");
    await using client = await RawClient.open(mcp, era);
    for (const uri of ["other://x", "data://a/b", "data://hidden", "not a uri", ""]) {
      const { error } = await client.ask(era, "resources/read", { uri });
      assert.equal(error?.code, era === "legacy" ? -32002 : -32602, uri);
      assert.deepEqual(error?.data, { uri });
    }
  });

  Deno.test(`${era} C119 C020 [resources.failure]: a failing handler gets -32603 with a masked text`, async () => {
    const mcp = make();
    mcp.resource("data://bad", {}, () => {
      throw new Error("postgres://u:secret@h/db");
    });
    await using client = await RawClient.open(mcp, era);
    const { error } = await client.ask(era, "resources/read", { uri: "data://bad" });
    assert.equal(error?.code, -32603);
    assert.match(error!.message, /error id [0-9a-f]{8}/);
    assert.doesNotMatch(JSON.stringify(error), /secret|postgres/);
  });

  Deno.test(`${era} [extensions.unknown]: a client's unknown extensions change nothing`, async () => {
    const mcp = make();
    mcp.tool("t", {}, (_, { client }) => Object.keys(client.capabilities).join());
    const capabilities = { extensions: { "com.example/unknown": { a: 1 } } };
    await using client = await RawClient.open(mcp, era, capabilities);
    const { result } = await client.ask(era, "tools/call", { name: "t" }, {
      ...(era === "modern" ? { "io.modelcontextprotocol/clientCapabilities": capabilities } : {}),
    });
    assert.equal(text({ result } as Message), "extensions");
  });

  Deno.test(`${era}: a missing resource keeps its code when it is missed in a tool`, async () => {
    const mcp = make();
    mcp.resource("x://a", {}, 1);
    mcp.tool("t", {}, (_, ctx) => ctx.readResource("x://none"));
    mcp.resource("x://mine", {}, () => {
      throw new ProtocolError(-32602, "mine", { uri: "x://mine" });
    });
    await using client = await RawClient.open(mcp, era);
    const missed = await client.ask(era, "tools/call", { name: "t" });
    assert.equal(missed.error?.code, era === "legacy" ? -32002 : -32602);
    const mine = await client.ask(era, "resources/read", { uri: "x://mine" });
    assert.equal(mine.error?.code, -32602, "an author's own code stays");
  });

  Deno.test(`${era} [resources.uri]: values that leave their place never match, bytes come as base64`, async () => {
    const mcp = make();
    mcp.resource("file:///{path*}", {}, ({ path }) => path);
    mcp.resource("bytes://x", { mimeType: "image/png" }, () => new Uint8Array([1, 2, 255]));
    await using client = await RawClient.open(mcp, era);
    for (
      const path of ["../x", "a/../../x", "%2e%2e/x", "a/%2e%2e/x", "..%5Cx", "%2Fetc", "a%00", "%"]
    ) {
      const { error } = await client.ask(era, "resources/read", { uri: `file:///${path}` });
      assert.ok(error, path);
      assert.deepEqual(error.data, { uri: `file:///${path}` });
    }
    const { result } = await client.ask(era, "resources/read", {
      uri: "file:///a%20b/%C3%BC.txt#f",
    });
    assert.equal(result.contents[0].text, "a b/ü.txt");
    const bytes = await client.ask(era, "resources/read", { uri: "bytes://x" });
    assert.deepEqual(bytes.result.contents, [
      { uri: "bytes://x", mimeType: "image/png", blob: "AQL/" },
    ]);
  });

  Deno.test(`${era} C157 [completion.limits]: at most 100 values come, with total and hasMore`, async () => {
    const mcp = make();
    mcp.prompt("p", {
      args: z.object({ many: z.string(), one: z.string(), set: z.enum(["red", "Rose", "blue"]) }),
      complete: { many: () => Array.from({ length: 250 }, (_, i) => `v${i}`), one: () => "single" },
    }, () => "x");
    await using client = await RawClient.open(mcp, era);
    const complete = async (name: string, value = "") =>
      (await client.ask(era, "completion/complete", {
        ref: { type: "ref/prompt", name: "p" },
        argument: { name, value },
      })).result.completion;
    const many = await complete("many");
    assert.equal(many.values.length, 100);
    assert.equal(many.total, 250);
    assert.equal(many.hasMore, true);
    assert.deepEqual(await complete("one"), { values: ["single"], total: 1, hasMore: false });
    assert.deepEqual((await complete("set", "r")).values, ["red", "Rose"]);
    for (const name of ["unknown", "constructor", "__proto__"]) {
      assert.deepEqual(await complete(name), { values: [], total: 0, hasMore: false });
    }
    const unknown = await client.ask(era, "completion/complete", {
      ref: { type: "ref/prompt", name: "none" },
      argument: { name: "a", value: "" },
    });
    assert.equal(unknown.error?.code, -32602);
  });

  Deno.test(`${era} C100 C037 [progress.rules]: progress carries the caller's token, 0 and "" too, and rises`, async () => {
    const mcp = make();
    mcp.tool("steps", {}, (_, ctx) => {
      for (const value of [1, 1, 0.5, NaN, 2, Infinity, 3]) ctx.progress(value, 3, `at ${value}`);
      return "done";
    });
    await using client = await RawClient.open(mcp, era);
    for (const token of [0, "", "abc", 7]) {
      const before = client.messages.length;
      await client.ask(era, "tools/call", { name: "steps" }, { progressToken: token });
      const got = client.messages.slice(before, -1).map(({ params }) => params);
      assert.deepEqual(got.map(({ progress }) => progress), [1, 2, 3]);
      assert.ok(got.every(({ progressToken }) => progressToken === token));
      assert.deepEqual(got[0], { progressToken: token, progress: 1, total: 3, message: "at 1" });
    }
    const before = client.messages.length;
    await client.ask(era, "tools/call", { name: "steps" });
    assert.equal(client.messages.length, before + 1, "no token, no progress");
  });

  Deno.test(`${era} C101 [progress.rules]: progress is limited in rate, its last value comes, and none after the answer`, async () => {
    const mcp = make();
    const later = Promise.withResolvers<void>();
    mcp.tool("flood", {}, (_, ctx) => {
      for (let i = 1; i <= 1000; i++) ctx.progress(i);
      setTimeout(() => {
        ctx.progress(2000);
        ctx.log.info("late");
        later.resolve();
      }, 30);
      return "done";
    });
    await using client = await RawClient.open(mcp, era);
    const answer = await client.ask(era, "tools/call", { name: "flood" }, { progressToken: "t" });
    const values = client.notifications("notifications/progress").map(({ params }) =>
      params.progress
    );
    assert.ok(values.length <= 20, `${values.length} came`);
    assert.equal(values.at(-1), 1000);
    await later.promise;
    await settled();
    assert.equal(client.messages.at(-1), answer);
  });
}

Deno.test("modern [cache.hints]: discover, lists and reads carry cache hints, alike on all pages", async () => {
  const mcp = make({
    pageSize: 1,
    cacheHints: { "tools/list": { ttlMs: 5000, cacheScope: "public" } },
  });
  for (const name of ["a", "b"]) mcp.tool(name, {}, () => name);
  mcp.resource("x://hinted", { cache: { ttlMs: 99, cacheScope: "public" } }, 1);
  mcp.resource("x://plain", {}, 1);
  mcp.prompt("p", {}, () => "x");
  await using client = await RawClient.to(mcp);
  const first = (await page(client, "modern", "tools/list")).result;
  const second = (await page(client, "modern", "tools/list", first.nextCursor)).result;
  for (const { ttlMs, cacheScope } of [first, second]) {
    assert.deepEqual([ttlMs, cacheScope], [5000, "public"]);
  }
  const hint = async (method: string, params = {}) => {
    const { ttlMs, cacheScope } = (await client.ask("modern", method, params)).result;
    return [ttlMs, cacheScope];
  };
  assert.deepEqual(await hint("resources/read", { uri: "x://hinted" }), [99, "public"]);
  assert.deepEqual(await hint("resources/read", { uri: "x://plain" }), [0, "private"]);
  for (
    const method of [
      "server/discover",
      "resources/list",
      "resources/templates/list",
      "prompts/list",
    ]
  ) {
    assert.deepEqual(await hint(method), [0, "private"], method);
  }
});

Deno.test("legacy [logging.level]: messages below the level that the client set are not sent", async () => {
  const mcp = make();
  mcp.tool("log", {}, (_, { log }) => {
    log.debug("d");
    log.info("i");
    log.notice("n");
    log.warning("w");
    log.error({ code: 1 }, "db");
    log.critical("c");
    log.alert("a");
    log.emergency("e");
    return "x";
  });
  await using client = await RawClient.open(mcp, "legacy");
  const levels = () =>
    client.notifications("notifications/message").map(({ params }) => params.level);
  const all = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
  await client.request("tools/call", { name: "log" });
  assert.deepEqual(levels(), all);
  assert.deepEqual(
    client.notifications("notifications/message")[4].params,
    { level: "error", data: { code: 1 }, logger: "db" },
  );
  assert.deepEqual((await client.request("logging/setLevel", { level: "critical" })).result, {});
  client.messages.length = 0;
  await client.request("tools/call", { name: "log" });
  assert.deepEqual(levels(), all.slice(5));
  for (const level of ["loud", "", 3, undefined]) {
    assert.equal((await client.request("logging/setLevel", { level })).error?.code, -32602);
  }
});

Deno.test("modern [logging.request]: messages are sent only for a request that asks for a level", async () => {
  const mcp = make();
  mcp.tool("log", {}, (_, { log }) => {
    log.info("i");
    log.error("e");
    return "x";
  });
  await using client = await RawClient.to(mcp);
  const levels = async (level?: unknown) => {
    client.messages.length = 0;
    const meta = level === undefined ? {} : { "io.modelcontextprotocol/logLevel": level };
    const { error } = await client.ask("modern", "tools/call", { name: "log" }, meta);
    return error?.code ??
      client.notifications("notifications/message").map(({ params }) => params.level);
  };
  assert.deepEqual(await levels(), []);
  assert.deepEqual(await levels("debug"), ["info", "error"]);
  assert.deepEqual(await levels("error"), ["error"]);
  assert.deepEqual(await levels(), []);
  assert.equal(await levels("loud"), -32602);
});
