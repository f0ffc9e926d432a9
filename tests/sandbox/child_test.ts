import assert from "node:assert/strict";
import { isMedia, readerOf } from "../../src/content/media.ts";
import { partsOf } from "../../src/content/tool_result.ts";
import { ProtocolError, ResultError, SandboxError } from "../../src/server/errors.ts";
import { unreadThrown } from "../../src/sandbox/thrown.ts";
import { SandboxPeer } from "../support/sandbox_peer.ts";
import { path, until } from "../support/server_process.ts";

/** Waits until the sandbox has said something on stderr, which is no part of the channel. */
async function told(sandbox: SandboxPeer, text: RegExp): Promise<void> {
  assert.ok(await until(() => text.test(sandbox.stderr), 5000), sandbox.stderr);
}

Deno.test("a sandbox says hello before it runs any code of a user, and loads that when it is needed", async () => {
  await using sandbox = SandboxPeer.of("values");
  await sandbox.message("hello");
  assert.equal(sandbox.received.length, 1);
  assert.equal(sandbox.stdout, "");
  assert.equal(await sandbox.run("add", { a: 1, b: 2 }), 3);
  assert.ok(await until(() => sandbox.stdout === "the module of values is loaded\n", 5000));
  assert.equal(sandbox.stderr, "");
});

Deno.test("a sandbox loads a module ahead of calls, and tells what it throws", async () => {
  const modules = ["values", "throwing", "reading"].map(SandboxPeer.fixture);
  await using sandbox = new SandboxPeer({ modules });
  for (const module of modules) sandbox.send({ type: "load", module });
  const [loaded, threw, denied] = await Promise.all(
    modules.map((module) => sandbox.message("loaded", (message) => message.module === module)),
  );
  assert.equal(loaded.thrown, undefined);
  assert.equal(threw.thrown!.message, `Cannot load ${modules[1]}: not today`);
  assert.equal(threw.thrown!.cause!.name, "RangeError");
  assert.deepEqual(denied.thrown!.denial, { kind: "read", target: "/etc/hostname" });
  // A call tells the same.
  await assert.rejects(
    sandbox.call({ module: modules[1], exported: "x" }),
    { name: "Error", message: `Cannot load ${modules[1]}: not today` },
  );
  await assert.rejects(sandbox.call({ module: modules[2], exported: "hostname" }), (error) => {
    assert.ok(error instanceof SandboxError);
    assert.match(error.message, /may not access read "\/etc\/hostname"; to allow it, declare/);
    return true;
  });
});

Deno.test("a sandbox tells of an export that is missing or no function", async () => {
  await using sandbox = SandboxPeer.of("values");
  for (
    const [exported, message] of [
      [
        "ad",
        'Tool "ad" cannot run: values.ts exports no function "ad"; did you mean "add"?',
      ],
      [
        "notAFunction",
        'Tool "notAFunction" cannot run: values.ts exports no function "notAFunction"',
      ],
      ["toString", 'Tool "toString" cannot run: values.ts exports no function "toString"'],
    ]
  ) {
    await assert.rejects(sandbox.run(exported), { name: "SandboxError", message });
  }
});

Deno.test("values arrive as what they are, there and back", async () => {
  await using sandbox = SandboxPeer.of("values");
  const value = {
    at: new Date(0),
    big: 10n ** 30n,
    ids: new Set([1, "a"]),
    map: new Map([[{ a: 1 }, -0]]),
    bytes: Uint8Array.of(1, 2, 3),
    none: undefined,
    numbers: [NaN, Infinity],
    day: Temporal.PlainDate.from("2026-01-31"),
    url: new URL("https://a.example/"),
    text: "\ud800€",
    $: "Date",
  };
  const shown = (value: unknown) => Deno.inspect(value, { depth: 10, sorted: true });
  assert.equal(await sandbox.run("shown", value), shown(value));
  assert.equal(shown(await sandbox.run("echo", value)), shown(value));
  const back = await sandbox.run("echo", { blob: new File(["a"], "a.txt") }) as { blob: File };
  assert.deepEqual([back.blob.name, await back.blob.text()], ["a.txt", "a"]);
  assert.equal(await sandbox.run("echo", undefined), undefined);
});

Deno.test("a function is called by its parameters where they were read", async () => {
  await using sandbox = SandboxPeer.of("values");
  const parameters = [
    { kind: "argument", name: "a" },
    { kind: "argument", name: "b" },
    { kind: "context" },
  ] as const;
  const values = await sandbox.call(
    { exported: "by", parameters: parameters.slice(0, 2) },
    { a: 1 },
  );
  assert.deepEqual(values, [1, "default"]);
});

Deno.test("10 MB go each way, and 64 MB are refused by name", async () => {
  await using sandbox = SandboxPeer.of("values");
  const text = "ä".repeat(2_500_000);
  const bytes = new Uint8Array(5_000_000).fill(9);
  const back = await sandbox.run("echo", { text, bytes }) as { text: string; bytes: Uint8Array };
  assert.ok(back.text === text);
  assert.equal(back.bytes.length, bytes.length);
  assert.equal(back.bytes.at(-1), 9);
  const large = await sandbox.run("large", { megabytes: 10 }) as { bytes: Uint8Array };
  assert.equal(large.bytes.length, 5 * 1024 * 1024);
  await assert.rejects(sandbox.run("large", { megabytes: 65 }), {
    name: "ResultError",
    message: 'Tool "x" returned a value that cannot be sent: it takes more than 64 MB.',
  });
  assert.equal(await sandbox.run("add", { a: 1, b: 2 }), 3);
});

Deno.test("a generator is drained there, and what cannot be sent is told", async () => {
  await using sandbox = SandboxPeer.of("values");
  assert.deepEqual(await sandbox.run("letters", { count: 3 }), ["a", "b", "c"]);
  const back = await sandbox.run("unsendable") as { a: { b: unknown } };
  assert.ok(back.a.b instanceof Promise);
  await assert.rejects(sandbox.run("tooDeep"), (error) => {
    assert.ok(error instanceof ResultError);
    assert.match(error.detail, /nested more than 1000 levels deep/);
    return true;
  });
});

Deno.test("the context knows of the call what the server does", async () => {
  await using sandbox = SandboxPeer.of("speaking");
  const data = {
    era: "legacy",
    protocolVersion: "2025-11-25",
    requestId: "r-1",
    sessionId: "s-1",
    client: { name: "host", version: "2", capabilities: { roots: {} } },
    meta: { progressToken: 5, "a.example/b": [1] },
    inputResponses: { q: { action: "accept" } },
    requestState: { step: 1 },
  } as const;
  const request = {
    url: "http://127.0.0.1:8000/mcp?a=b",
    method: "POST",
    headers: [["authorization", "Bearer x"], ["host", "127.0.0.1:8000"]],
  } as const;
  const known = await sandbox.run("know", {}, { ...data, request });
  assert.deepEqual(known, { known: data, request, aborted: false });
  const bare = await sandbox.run("know", {}) as { request: unknown };
  assert.equal(bare.request, undefined);
});

Deno.test("what a handler says goes to the server as it says it, and ends with the call", async () => {
  await using sandbox = SandboxPeer.of("speaking");
  const data = { logLevel: "info", meta: { progressToken: "t" } } as const;
  assert.equal(await sandbox.run("speak", {}, data), "spoken");
  const said = sandbox.received.map(({ blobs: _, ...message }) => message)
    .filter(({ type }) => type !== "hello" && type !== "returned");
  assert.deepEqual(said.filter(({ type }) => type === "progress"), [
    { type: "progress", id: 0, progress: 1, total: 3, message: "step 1" },
    { type: "progress", id: 0, progress: 2, total: 3, message: "step 2" },
    { type: "progress", id: 0, progress: 3, total: 3, message: "step 3" },
  ]);
  assert.deepEqual(said.filter(({ type }) => type === "log").slice(0, 2), [
    {
      type: "log",
      id: 0,
      level: "warning",
      data: { at: "1970-01-01T00:00:00.000Z" },
      logger: "weather",
    },
    { type: "log", id: 0, level: "error", data: "Error: it rains" },
  ]);
  assert.deepEqual(said.at(-1), { type: "closeStream", id: 0 });
  await sandbox.run("speakLater", {}, data);
  await told(sandbox, /late: Cannot read a resource: the call has ended/);
  assert.ok(!JSON.stringify(sandbox.received).includes("after the end"));
});

Deno.test("a handler is found by code that nobody hands its context to", async () => {
  await using sandbox = SandboxPeer.of("speaking");
  assert.equal(await sandbox.run("everywhere", {}, { requestId: 77 }), 77);
});

Deno.test("a handler reads resources of the server by asking it", async () => {
  await using sandbox = SandboxPeer.of("speaking");
  const contents = [{ uri: "data://a", text: "A" }];
  const first = await sandbox.begin({ exported: "read" }, { uri: "data://a" });
  const asked = await sandbox.message("read");
  assert.deepEqual([asked.id, asked.read, asked.uri], [first, 0, "data://a"]);
  sandbox.send({ type: "contents", id: first, read: 0, value: [0, contents] });
  assert.deepEqual(await sandbox.end(first), contents);
  const answers = [
    [new ProtocolError(-32602, "Resource not found: data://a"), {
      name: "ProtocolError",
      message: "Resource not found: data://a",
    }],
    [new Error("the password is 1234"), { name: "Error", message: "Cannot read data://a" }],
  ] as const;
  for (const [thrown, expected] of answers) {
    const id = await sandbox.begin({ exported: "read" }, { uri: "data://a" });
    await sandbox.message("read", (message) => message.id === id);
    // A second answer, or one of a call that is not there, is nobody's.
    const answer = {
      type: "unread",
      id,
      read: 0,
      thrown: unreadThrown(thrown, "data://a"),
    } as const;
    sandbox.send({ ...answer, id: 99 });
    sandbox.send(answer);
    sandbox.send(answer);
    assert.deepEqual(await sandbox.end(id), expected);
  }
});

Deno.test("injected values are made there, and disposed of before the call has ended", async () => {
  await using sandbox = SandboxPeer.of("injecting");
  assert.deepEqual(await sandbox.run("rows", { n: 5 }), [["for test"], 5]);
  await told(sandbox, /disposed of the db/);
  const parameters = [
    { kind: "argument", name: "n" },
    { kind: "injected", name: "db" },
    { kind: "context" },
  ] as const;
  assert.deepEqual(
    await sandbox.call({ exported: "ofParameters", parameters }, { n: 5 }, { requestId: 9 }),
    [5, ["for test"], 9],
  );
  const only = [{ kind: "injected", name: "db" }] as const;
  await assert.rejects(
    sandbox.call({ exported: "failing", parameters: only }, {}),
    (error: Error) => {
      assert.equal(error.name, "ProviderError");
      assert.equal((error.cause as Error).message, "db is down");
      return true;
    },
  );
  const bad = [{ kind: "injected", name: "value" }] as const;
  assert.equal(await sandbox.call({ exported: "badDisposal", parameters: bad }, {}), "object");
  const { level, message } = await sandbox.message("report");
  assert.equal(level, "error");
  assert.match(
    message,
    /^tool "badDisposal": cannot dispose of the value of a provider without a name: Error: cannot close/,
  );
});

Deno.test("media are read there, with the rights of the sandbox", async () => {
  const license = path("LICENSE");
  await using sandbox = SandboxPeer.of("touching", `--allow-read=${license}`);
  const parts = partsOf(await sandbox.run("show", { path: license }))!;
  assert.deepEqual(parts.structured, { path: license });
  const [text, media] = parts.content!;
  assert.equal(text, "here it is");
  assert.ok(isMedia(media));
  const read = await readerOf(media)({});
  assert.deepEqual(
    [read.kind, read.name, read.uri, read.bytes.length],
    ["file", "LICENSE", new URL(`file://${license}`).href, (await Deno.stat(license)).size],
  );
  const warnings: string[] = [];
  const picture = await sandbox.run("picture");
  assert.ok(isMedia(picture));
  const jpg = await readerOf(picture)({ warn: (message) => warnings.push(message) });
  assert.equal(jpg.mimeType, "image/jpeg");
  assert.equal(warnings.length, 1);
  await assert.rejects(sandbox.run("show", { path: "/etc/hostname" }), {
    name: "SandboxError",
    message: 'Tool "x" may not access read "/etc/hostname"; to allow it, ' +
      'declare permissions: { read: ["/etc/hostname"] }',
  });
});

Deno.test("an operation that is not permitted says what would permit it", async () => {
  await using sandbox = SandboxPeer.of("touching");
  for (
    const [exported, args] of [
      ["readFile", { path: "/etc/hostname" }],
      ["importFile", { url: "file:///etc/hostname" }],
    ] as const
  ) {
    await assert.rejects(sandbox.run(exported, args), {
      name: "SandboxError",
      message: 'Tool "x" may not access read "/etc/hostname"; to allow it, ' +
        'declare permissions: { read: ["/etc/hostname"] }',
    });
  }
});

Deno.test("an abort is heard in time, and the call still tells that it has ended", async () => {
  await using sandbox = SandboxPeer.of("speaking");
  const abort = (id: number) =>
    sandbox.send({ type: "abort", id, code: "timed_out", message: "It took too long" });
  const data = { logLevel: "error" } as const;
  const waiting = await sandbox.begin({ exported: "wait" }, {}, data);
  await sandbox.message("log", ({ id }) => id === waiting);
  abort(waiting);
  assert.equal(await sandbox.end(waiting), "waited");
  await told(sandbox, /aborted: AbortedError timed_out It took too long/);
  const reading = await sandbox.begin({ exported: "waitForResource" }, {});
  await sandbox.message("read");
  abort(reading);
  await assert.rejects(sandbox.end(reading), { name: "AbortedError", code: "timed_out" });
  const endless = await sandbox.begin({ exported: "endless" }, {}, data);
  await sandbox.message("log", ({ id }) => id === endless);
  abort(endless);
  await assert.rejects(sandbox.end(endless), { name: "AbortedError" });
  await told(sandbox, /the generator was ended/);
  // Of a call that has ended, nothing is left to abort.
  abort(endless);
  assert.equal(await sandbox.run("everywhere", {}, { requestId: 1 }), 1);
});

Deno.test("an aborted call has ended when its values are disposed of", async () => {
  for (const code of ["cancelled", "disconnected", "timed_out"] as const) {
    await using sandbox = SandboxPeer.of("injecting");
    const id = await sandbox.begin({ exported: "waitWithDb" }, {}, { logLevel: "error" });
    await sandbox.message("log");
    sandbox.send({ type: "abort", id, code, message: "over" });
    await sandbox.end(id).catch(() => {});
    await told(sandbox, /disposed of the db/);
  }
});

Deno.test("nothing that code prints comes to the channel", async () => {
  await using sandbox = SandboxPeer.of("printing");
  assert.equal(await sandbox.run("print"), "printed");
  assert.ok(await until(() => sandbox.stdout.includes("fs.writeSync(1)"), 5000));
  for (const text of ["console.log", "console.info", "process.stdout", "Deno.stdout"]) {
    assert.ok(sandbox.stdout.includes(text), text);
  }
  assert.equal(sandbox.failure, undefined);
  assert.deepEqual(sandbox.received.map(({ type }) => type), ["hello", "returned"]);
});

Deno.test("what nobody catches is reported, and ends nothing", async () => {
  await using sandbox = SandboxPeer.of("touching");
  assert.equal(await sandbox.run("rejectLater", {}), "returned");
  const reports = await Promise.all([
    sandbox.message(
      "report",
      ({ message }) => message.startsWith("Unhandled rejection: Error: no"),
    ),
    sandbox.message("report", ({ message }) => message.startsWith("Uncaught error: Error: no")),
  ]);
  assert.match(reports[0].message, /nobody waits for this[^]*touching\.ts/);
  assert.match(reports[1].message, /nobody catches this/);
  assert.equal(await sandbox.run("rejectLater", {}), "returned");
});

Deno.test("code can end the process, and a server that it starts is none", async () => {
  await using sandbox = SandboxPeer.of("touching");
  await sandbox.begin({ exported: "exit" }, { code: 3 });
  assert.deepEqual(await sandbox.ended, { code: 3, signal: null });
  await using running = SandboxPeer.of("running");
  assert.equal(await running.run("hello"), "hello");
});

Deno.test("a sandbox ends with its channel, and not by the signals of a terminal", async () => {
  await using sandbox = SandboxPeer.of("values");
  await sandbox.message("hello");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.kill(sandbox.child.pid!, signal);
  }
  assert.equal(await sandbox.run("add", { a: 1, b: 2 }), 3);
  sandbox.close();
  assert.deepEqual(await sandbox.ended, { code: 0, signal: null });
});

Deno.test("a message that is no message of the server's ends a sandbox", async () => {
  await using sandbox = SandboxPeer.of("values");
  await sandbox.message("hello");
  const socket = sandbox.child.stdio[4] as unknown as { write(bytes: Uint8Array): void };
  socket.write(new Uint8Array(1000).fill(0xff));
  assert.deepEqual(await sandbox.ended, { code: 1, signal: null });
});
