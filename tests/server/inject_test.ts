import assert from "node:assert/strict";
import {
  McpServer,
  ProtocolError,
  type Provider,
  result,
  type Schema,
  type TextContent,
  type Use,
  UserError,
} from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import { z } from "zod";
import "../support/quiet.ts";
import { ERAS, RawClient, settled } from "../support/raw_client.ts";
import { deno, path } from "../support/server_process.ts";

const make = (options = {}) => new McpServer({ name: "inject", version: "1.0.0", ...options });

/** What happened, in order. */
class Diary {
  readonly lines: string[] = [];
  readonly #waiting = new Map<string, () => void>();

  say(line: string): void {
    this.lines.push(line);
    this.#waiting.get(line)?.();
  }

  /** Waits until something is said from now on. */
  hear(line: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(line, resolve);
    return promise;
  }

  /** A provider of a value that says when it is made and disposed of. */
  opens(name: string, before: (use: Use) => unknown = () => {}): Provider {
    return async (_, use) => {
      await before(use);
      this.say(`open ${name}`);
      return {
        [Symbol.asyncDispose]: async () => {
          await Promise.resolve();
          this.say(`close ${name}`);
        },
      };
    };
  }
}

const NEVER = () => new Promise<never>(() => {});

/** Ways a call ends: what the handler does, whether a last provider fails, and who ends it. */
const ENDS = [
  { end: "success", handler: () => "x" },
  {
    end: "an error of the handler",
    handler: () => {
      throw new Error("x");
    },
  },
  { end: "a result that cannot be sent", handler: () => () => {} },
  { end: "an error of a later provider", failing: true },
  { end: "cancel", handler: NEVER, cancel: true },
  { end: "timeout", handler: NEVER, timeout: 20 },
] as const;

for (const era of ERAS) {
  for (
    const { end, handler, failing, cancel, timeout } of ENDS.map((row) => ({
      handler: NEVER as () => unknown,
      failing: false,
      cancel: false,
      timeout: undefined as number | undefined,
      ...row,
    }))
  ) {
    Deno.test(`${era}: values are made once each, as they are needed, and disposed of in reverse on ${end}`, async () => {
      const diary = new Diary();
      const openPool = diary.opens("pool");
      const openDb = diary.opens("db", (use) => use(openPool));
      const openCache = diary.opens("cache", (use) => Promise.all([use(openDb), use(openPool)]));
      const mcp = make();
      mcp.tool("t", {
        ...(timeout === undefined ? {} : { timeout }),
        inject: {
          cache: openCache,
          db: (_, use) => use(openDb),
          pool: openPool,
          ...(failing ? { last: () => Promise.reject(new Error("x")) } : {}),
        },
      }, () => {
        diary.say("handler");
        return handler();
      });
      await using client = await testClient(mcp, { era });
      const closed = diary.hear("close pool");
      const began = diary.hear("handler");
      const controller = new AbortController();
      const call = client.callTool("t", {}, { signal: controller.signal }).catch(() => "cancelled");
      if (cancel) {
        await began;
        controller.abort();
      }
      await closed;
      await call;
      assert.deepEqual(diary.lines, [
        "open pool",
        "open db",
        "open cache",
        ...(failing ? [] : ["handler"]),
        "close cache",
        "close db",
        "close pool",
      ]);
    });
  }

  Deno.test(`${era}: a handler that asks for input, and runs again, gets new values`, async () => {
    const diary = new Diary();
    const mcp = make();
    mcp.tool("t", { inject: { v: diary.opens("v") } }, (_, { requestState }) => {
      diary.say("handler");
      return requestState === 1 ? "x" : { resultType: "input_required", requestState: 1 };
    });
    await using client = await testClient(mcp, { era });
    assert.deepEqual((await client.callTool("t")).content, [{ type: "text", text: "x" }]);
    const round = ["open v", "handler", "close v"];
    assert.deepEqual(diary.lines, [...round, ...round]);
  });

  Deno.test(`${era}: values are disposed of before the answer leaves, resources' and prompts' too`, async () => {
    const diary = new Diary();
    const inject = { v: diary.opens("v") };
    const mcp = make();
    mcp.tool("t", { inject }, () => "x");
    mcp.resource("x://r", { inject }, () => "x");
    mcp.resource("x://t/{a}", { inject }, ({ a, v }) => `${a} ${typeof v}`);
    mcp.prompt(
      "p",
      { args: z.object({ a: z.string() }), inject },
      ({ a, v }) => `${a} ${typeof v}`,
    );
    await using client = await testClient(mcp, { era });
    const asked = async (answer: Promise<unknown>) => {
      const text = JSON.stringify(await answer);
      assert.deepEqual(diary.lines.splice(0), ["open v", "close v"]);
      return text;
    };
    await asked(client.callTool("t"));
    await asked(client.readResource("x://r"));
    assert.match(await asked(client.readResource("x://t/1")), /1 object/);
    assert.match(await asked(client.getPrompt("p", { a: "1" })), /1 object/);
    const output = z.string().refine(async () => {
      await Promise.resolve();
      diary.say("check");
      return true;
    });
    mcp.tool("checked", { inject, output }, () => "x");
    assert.equal((await client.callTool("checked")).isError, false);
    assert.ok(diary.lines.includes("check"));
    assert.equal(diary.lines.at(-1), "close v");
  });

  Deno.test(`${era}: a value that comes when its call is over is disposed of at once, and nobody runs`, async () => {
    const diary = new Diary();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const mcp = make();
    mcp.tool("t", {
      timeout: 20,
      inject: {
        first: diary.opens("first"),
        late: diary.opens("late", () => {
          begun.resolve();
          return gate.promise;
        }),
        after: diary.opens("after"),
      },
    }, () => diary.say("handler"));
    await using client = await testClient(mcp, { era });
    const call = client.callTool("t");
    await begun.promise;
    const { isError, content } = await call;
    assert.equal(isError, true);
    assert.deepEqual(content, [{ type: "text", text: 'Tool "t" timed out after 20 ms.' }]);
    const closed = diary.hear("close late");
    gate.resolve();
    await closed;
    assert.deepEqual(diary.lines, ["open first", "close first", "open late", "close late"]);
  });

  Deno.test(`${era}: no handler begins when its time has passed while its values were made`, async () => {
    const gate = Promise.withResolvers<number>();
    let begun = false;
    const mcp = make();
    mcp.tool("t", { timeout: 5, inject: { late: () => gate.promise } }, () => {
      begun = true;
    });
    await using client = await testClient(mcp, { era });
    assert.equal((await client.callTool("t")).isError, true);
    gate.resolve(5);
    await settled();
    assert.equal(begun, false);
  });

  Deno.test(`${era}: a failing provider is named with its tool, and masked`, async () => {
    const fail = () => {
      throw new Error("postgres://u:secret@h/db");
    };
    const inject = { service: (_: unknown, use: Use) => use(fail) };
    const mcp = make();
    mcp.tool("t", { inject }, () => "x");
    mcp.resource("x://r", { inject }, () => "x");
    mcp.prompt("p", { inject }, () => "x");
    await using client = await RawClient.open(mcp, era);
    const { result } = await client.ask(era, "tools/call", { name: "t" });
    assert.equal(result.isError, true);
    assert.match(
      result.content[0].text,
      /^Tool "t": the provider of "service" failed\. .* error id [0-9a-f]{8}\.$/,
    );
    const read = await client.ask(era, "resources/read", { uri: "x://r" });
    assert.equal(read.error?.code, -32603);
    assert.match(read.error!.message, /^Resource "x:\/\/r": the provider of "service" failed\. /);
    const got = await client.ask(era, "prompts/get", { name: "p" });
    assert.equal(got.error?.code, -32603);
    assert.match(got.error!.message, /^Prompt "p": the provider of "service" failed\. /);
    assert.doesNotMatch(JSON.stringify(client.messages), /secret/);
  });

  Deno.test(`${era}: what a provider throws for the client arrives as it is`, async () => {
    const thrown = [
      new UserError("Log in first."),
      new ProtocolError(4001, "Not today", { retry: true }),
    ];
    const mcp = make();
    thrown.forEach((error, i) =>
      mcp.tool(`t${i}`, { inject: { db: () => Promise.reject(error) } }, () => "x")
    );
    await using client = await RawClient.open(mcp, era);
    const { result } = await client.ask(era, "tools/call", { name: "t0" });
    assert.deepEqual(result.content, [{ type: "text", text: "Log in first." }]);
    assert.equal(result.isError, true);
    const { error } = await client.ask(era, "tools/call", { name: "t1" });
    assert.deepEqual(error, { code: 4001, message: "Not today", data: { retry: true } });
  });

  Deno.test(`${era} C073: a handler sees the injected value, whatever the client sends under its name`, async () => {
    const inject = { tenantId: () => "acme", nothing: () => undefined, ["__proto__"]: () => "own" };
    const shapes: { input?: Schema }[] = [
      {},
      { input: { type: "object", properties: { a: { type: "string" } } } },
      { input: z.object({ a: z.string().optional() }) },
      { input: z.looseObject({ a: z.string().optional() }) },
    ];
    const mcp = make();
    const seen: Record<string, unknown>[] = [];
    shapes.forEach((shape, i) =>
      mcp.tool(`t${i}`, { ...shape, inject }, (args) => {
        seen.push(args);
        return "x";
      })
    );
    await using client = await RawClient.open(mcp, era);
    for (const i of shapes.keys()) {
      // As text, since an object of this program would lose its "__proto__".
      const args = JSON.parse(
        '{"a":"x","tenantId":"other","nothing":"something","__proto__":{"admin":true}}',
      );
      await client.ask(era, "tools/call", { name: `t${i}`, arguments: args });
      const given = seen.pop()!;
      assert.equal(given.a, "x", `t${i}`);
      assert.equal(given.tenantId, "acme");
      assert.equal(given.nothing, undefined);
      assert.equal(given.admin, undefined);
      assert.equal(Object.getPrototypeOf(given), Object.prototype);
      assert.equal(Object.getOwnPropertyDescriptor(given, "__proto__")?.value, "own");
      assert.equal(args.tenantId, "other");
    }
    const { result } = await client.ask(era, "tools/list");
    assert.doesNotMatch(JSON.stringify(result), /tenantId|nothing|__proto__/);
  });
}

Deno.test("providers run one after the other, as they are written, and get the context of the call", async () => {
  const diary = new Diary();
  const mcp = make();
  mcp.tool("t", {
    inject: {
      b: async ({ log, requestId }) => {
        log.info("opening");
        diary.say("b begins");
        await new Promise((resolve) => setTimeout(resolve, 5));
        diary.say("b ends");
        return requestId;
      },
      a: () => diary.say("a"),
    },
  }, ({ b }, { requestId }) => b === requestId);
  const logs: unknown[] = [];
  await using client = await testClient(mcp, { onLog: ({ data }) => logs.push(data) });
  const { content } = await client.callTool("t");
  assert.deepEqual(content, [{ type: "text", text: "true" }]);
  assert.deepEqual(diary.lines, ["b begins", "b ends", "a"]);
  assert.deepEqual(logs, ["opening"]);
});

Deno.test("providers that run at once share what both of them use, and a call shares nothing with another", async () => {
  let made = 0;
  const openBase = async () => {
    await Promise.resolve();
    return ++made;
  };
  const left = (_: unknown, use: Use) => use(openBase);
  const right = (_: unknown, use: Use) => use(openBase);
  const mcp = make();
  mcp.tool("t", {
    inject: { both: (_, use) => Promise.all([use(left), use(right)]), base: openBase },
  }, ({ both, base }) => [...both, base]);
  await using client = await testClient(mcp);
  assert.deepEqual((await client.callTool("t")).content, [{ type: "text", text: "[1,1,1]" }]);
  assert.deepEqual((await client.callTool("t")).content, [{ type: "text", text: "[2,2,2]" }]);
});

Deno.test("providers that use each other in a circle are an error that names them, also when they run at once", async () => {
  const itself: Provider = (_, use) => use(itself);
  const first: Provider = (_, use) => use(second);
  const second: Provider = (_, use) => use(first);
  const both: Provider = (_, use) => Promise.all([use(first), use(second)]);
  const mcp = make({ errors: "verbose" });
  mcp.tool("itself", { inject: { it: itself } }, () => "x");
  mcp.tool("pair", { inject: { it: first } }, () => "x");
  mcp.tool("both", { inject: { it: both } }, () => "x");
  await using client = await testClient(mcp);
  const message = async (name: string) =>
    ((await client.callTool(name)).content as readonly TextContent[])[0].text;
  assert.equal(
    await message("itself"),
    'Tool "itself": the provider of "it" failed: Cannot use itself: it would wait for itself, itself → itself',
  );
  const circle = "Cannot use first: it would wait for itself, second → first → second";
  for (const name of ["pair", "both"]) {
    assert.equal(await message(name), `Tool "${name}": the provider of "it" failed: ${circle}`);
  }
});

Deno.test("use after the call, and of what is no provider, is an error", async () => {
  const kept = Promise.withResolvers<Use>();
  const mcp = make({ errors: "verbose" });
  mcp.tool("keep", { inject: { it: (_, use) => kept.resolve(use) } }, () => "x");
  mcp.tool("wrong", { inject: { it: (_, use) => use(5 as never) } }, () => "x");
  await using client = await testClient(mcp);
  await client.callTool("keep");
  await assert.rejects((await kept.promise)(() => 1), {
    name: "TypeError",
    message: "Cannot use a value: the call has ended",
  });
  assert.match(
    JSON.stringify((await client.callTool("wrong")).content),
    /the provider of \\"it\\" failed: Cannot use a value: use\(\) takes a provider, a function/,
  );
});

Deno.test("a disposal that fails or hangs leaves the answer as it is, and the others are disposed of", async () => {
  const diary = new Diary();
  const mcp = make();
  const sticky = () => ({
    [Symbol.dispose]: () => {
      throw new Error("will not close");
    },
  });
  mcp.tool(
    "sticky",
    { inject: { v: diary.opens("v"), sticky } },
    () => result({ content: [] }),
  );
  mcp.tool("hanging", {
    timeout: 50,
    inject: { hanging: () => ({ [Symbol.asyncDispose]: () => new Promise<void>(() => {}) }) },
  }, () => "x");
  await using client = await testClient(mcp);
  assert.equal((await client.callTool("sticky")).isError, false);
  assert.deepEqual(diary.lines, ["open v", "close v"]);
  const { content, isError } = await client.callTool("hanging");
  assert.equal(isError, false);
  assert.deepEqual(content, [{ type: "text", text: "x" }]);
});

Deno.test("the log has what a provider threw under the client's error id, and a failing disposal with its tool", async () => {
  const call = (name: string, id: number) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name } }) + "\n";
  const { stdout, stderr } = await deno(
    ["run", "--no-prompt", path("tests/fixtures/injecting.ts")],
    { input: call("query", 1) + call("sticky", 2) },
  );
  assert.doesNotMatch(stdout, /hunter2|will not close/);
  const [, errorId] = /error id ([0-9a-f]{8})/.exec(stdout)!;
  const entries = stderr.trim().split("\n").map((line) => JSON.parse(line));
  const failed = entries.find((entry) => entry.errorId === errorId);
  assert.equal(failed.message, 'Tool "query": the provider of "db" failed');
  assert.match(failed.error, /hunter2[^]*openDb/);
  const stuck = entries.find((entry) => /dispose/.test(entry.message));
  assert.equal(stuck.level, "error");
  assert.equal(stuck.message, 'tool "sticky": cannot dispose of the value of openSticky');
  assert.match(stuck.error, /will not close/);
});

Deno.test("links of the chain see what failed: the parameter, and what its provider threw", async () => {
  const cause = new RangeError("no");
  const mcp = make();
  const seen: unknown[] = [];
  mcp.tool("t", { inject: { db: () => Promise.reject(cause) } }, () => "x");
  mcp.use("tools/call", async (_, next) => {
    try {
      return await next();
    } catch (error) {
      seen.push(error);
      throw error;
    }
  });
  await using client = await testClient(mcp);
  await client.callTool("t");
  const [{ name, parameter, cause: thrown }] = seen as { [key: string]: unknown }[];
  assert.deepEqual([name, parameter, thrown === cause], ["ProviderError", "db", true]);
});

Deno.test("wrong providers are errors of registration that name component and parameter", () => {
  const branches = {
    $defs: { B: { type: "object", properties: { b: { type: "string" } } } },
    anyOf: [
      { type: "object", properties: { a: { type: "string" } } },
      { $ref: "#/$defs/B" },
      { type: "object", properties: { again: { $ref: "#" } }, anyOf: [{ $ref: "#/$defs/B" }] },
    ],
  };
  const db = () => 1;
  const table: [RegExp, (mcp: McpServer) => void][] = [
    [
      /^Cannot register tool "t": inject: db must be a function that makes the value$/,
      (mcp) => mcp.tool("t", { inject: { db: 5 as never } }, () => 1),
    ],
    [
      /^Cannot register tool "t": inject: give providers by name, such as \{ db: openDb \}$/,
      (mcp) => mcp.tool("t", { inject: [db] as never }, () => 1),
    ],
    [
      /^Cannot register tool "t": inject: db is an argument that clients give; choose another name$/,
      (mcp) => mcp.tool("t", { input: z.object({ db: z.string() }), inject: { db } }, () => 1),
    ],
    [
      /^Cannot register tool "t": inject: a is an argument/,
      (mcp) => mcp.tool("t", { input: branches, inject: { a: db } }, () => 1),
    ],
    [
      /^Cannot register tool "t": inject: a is an argument/,
      (mcp) =>
        mcp.tool("t", { input: { type: "object", required: ["a"] }, inject: { a: db } }, () => 1),
    ],
    [
      /^Cannot register tool "t": inject: give providers by name/,
      (mcp) => mcp.tool("t", { inject: new Map([["db", db]]) as never }, () => 1),
    ],
    [
      /^Cannot register tool "t": inject: b is an argument/,
      (mcp) => mcp.tool("t", { input: branches, inject: { b: db } }, () => 1),
    ],
    [
      /^Cannot register resource "x:\/\/\{db\}": inject: db is an argument/,
      (mcp) => mcp.resource("x://{db}", { inject: { db } }, () => 1),
    ],
    [
      /^Cannot register resource "x:\/\/r": inject: a constant takes no values/,
      (mcp) => mcp.resource("x://r", { inject: { db } }, "constant"),
    ],
    [
      /^Cannot register prompt "p": inject: db is an argument/,
      (mcp) => mcp.prompt("p", { args: z.object({ db: z.string() }), inject: { db } }, () => "x"),
    ],
  ];
  for (const [message, register] of table) {
    assert.throws(() => register(make()), { name: "TypeError", message });
  }
});
