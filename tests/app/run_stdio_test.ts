import assert from "node:assert/strict";
import { envelope, ERAS } from "../support/raw_client.ts";
import {
  alive,
  CLI,
  deno,
  path,
  processState,
  ServerProcess,
  until,
} from "../support/server_process.ts";

const EVERYTHING = "tests/fixtures/everything.ts";
const PRINTING = "tests/fixtures/printing_server.ts";

for (const era of ERAS) {
  Deno.test(`${era} [stdio.framing]: messages go by lines, with either line end, cut anywhere, of any size`, async () => {
    await using server = ServerProcess.bare(EVERYTHING);
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const call = (id: string, text: string) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: {
          name: "echo",
          arguments: { text },
          ...(era === "modern" ? { _meta: envelope() } : {}),
        },
      });
    const text = "line\nends\r\nand ü€😀\u2028";
    const first = client.wait(({ id }) => id === "crlf");
    server.write(call("crlf", text) + "\r\n\n");
    assert.equal((await first).result.content[0].text, text);
    const cut = client.wait(({ id }) => id === "cut");
    for (const piece of (call("cut", text) + "\n").match(/.{1,9}/gsu)!) server.write(piece);
    assert.equal((await cut).result.content[0].text, text);
    const large = "x".repeat(8 * 1024 * 1024);
    const answer = client.wait(({ id }) => id === "large");
    server.write(call("large", large) + "\n");
    assert.equal((await answer).result.content[0].text, large);
  });

  Deno.test(`${era} [stdio.end]: a request that is followed by the end of input gets its answer, and the process ends with 0`, async () => {
    const server = ServerProcess.bare(EVERYTHING);
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const answer = client.ask(era, "tools/call", { name: "wait", arguments: { ms: 300 } });
    await server.end();
    assert.equal((await answer).result.content[0].text, "waited 300");
    assert.deepEqual((await server.ended).code, 0);
    assert.equal(await server.stderr(), "");
  });
}

Deno.test("a line of 64 MiB is taken, a longer one is refused, and the next is served", async () => {
  await using server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  const limit = 64 * 1024 * 1024;
  const refused = client.wait(({ id }) => id === null);
  server.write(" ".repeat(limit) + "x\n");
  assert.equal((await refused).error?.code, -32700);
  const parsed = client.wait(({ id }) => id === "most");
  const line = JSON.stringify({ jsonrpc: "2.0", id: "most", method: "ping" });
  server.write(line + " ".repeat(limit - line.length) + "\n");
  assert.ok((await parsed).result);
});

Deno.test("[stdio.end]: a call that does not end is left after the drain, and the process ends in 3 s", async () => {
  const server = ServerProcess.bare(EVERYTHING);
  await server.client.initialize();
  server.client.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "forever" } });
  await server.client.request("ping");
  const start = performance.now();
  await server.end();
  assert.equal((await server.ended).code, 0);
  const took = performance.now() - start;
  assert.ok(took > 1500 && took < 3000, `${took} ms`);
  await server.stderr();
});

Deno.test("timers and promises that a tool leaves behind do not keep the process, nor do rejections end it", async () => {
  const server = ServerProcess.bare(EVERYTHING);
  await server.client.initialize();
  for (const name of ["linger", "reject", "reject"]) {
    assert.ok((await server.client.request("tools/call", { name })).result);
  }
  assert.deepEqual((await server.client.request("ping")).result, {});
  await server.end();
  assert.equal((await server.ended).code, 0);
  const log = await server.stderr();
  assert.match(log, /nobody listens/);
  assert.match(log, /nobody catches/);
});

for (const era of ERAS) {
  Deno.test(`${era} C022 [stdio.pure]: under mcp run, what imports, dependencies and tools print leaves stdout pure`, async () => {
    const server = ServerProcess.cli(PRINTING);
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const { result } = await client.ask(era, "tools/call", { name: "print" });
    assert.equal(result.content[0].text, "printed");
    await server.end();
    await server.ended;
    // Every line of stdout was taken as a message by then.
    assert.equal(client.messages.length, era === "legacy" ? 2 : 1);
    const log = await server.stderr();
    for (
      const what of [
        "log",
        "info",
        "debug",
        "dir",
        "dirxml",
        "table",
        "count",
        "time",
        "group",
        "groupCollapsed",
        "trace",
        "assert",
        "warn",
        "error",
        "Deno.stdout",
        "process.stdout",
        "globalThis.process",
      ]
    ) {
      for (const tag of ["import", "tool"]) {
        assert.match(
          log,
          what === "table" ? new RegExp(`│ ${tag} `) : new RegExp(`${tag}.*${what}`),
        );
      }
    }
    assert.match(log, /server loads/);
    assert.equal(log.match(/which carries the protocol/g)?.length, 1, "reported once");
  });
}

Deno.test("C022 [stdio.pure]: a bare `deno run` is pure from run() on, and from the first import on with the guard preloaded", async () => {
  await using plain = ServerProcess.bare(EVERYTHING);
  await plain.client.initialize();
  assert.ok((await plain.client.request("tools/call", { name: "print" })).result);
  const server = new ServerProcess({
    args: [
      "run",
      "--no-prompt",
      "--preload",
      path("src/transport/guard.ts"),
      path(PRINTING),
    ],
  });
  await server.client.initialize();
  assert.ok((await server.client.request("tools/call", { name: "print" })).result);
  await server.end();
  await server.ended;
  assert.match(await server.stderr(), /import log/);
});

Deno.test("C087: nothing is on stdout before the first answer, and no banner on stderr without a terminal", async () => {
  const server = ServerProcess.cli(EVERYTHING);
  // The answer to a request that is sent late is the first thing that comes.
  await until(() => server.client.messages.length > 0, 1000);
  assert.deepEqual(server.client.messages, []);
  await server.client.initialize();
  assert.equal(server.client.messages.length, 1);
  await server.end();
  await server.ended;
  assert.equal(await server.stderr(), "");
});

Deno.test("[stdio.end]: a reader that is late after the end of input gets every line, whole", async () => {
  const server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  await client.initialize();
  server.pause();
  const text = "x".repeat(1_000_000);
  const answers = ["a", "b", "c"].map((id) =>
    client.request("tools/call", { name: "echo", arguments: { text } }, id)
  );
  const end = server.end();
  await new Promise((resolve) => setTimeout(resolve, 3500));
  server.resume();
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.result.content[0].text.length, text.length);
  }
  await end;
  assert.equal((await server.ended).code, 0);
  await server.stderr();
});

Deno.test("[stdio.end]: a signal right after the end of input, as hosts send it, cuts no call short", async () => {
  const server = ServerProcess.bare("tests/fixtures/hooks.ts");
  await server.client.initialize();
  const answer = server.client.request("tools/call", { name: "wait" });
  await server.client.request("ping");
  await server.end();
  server.child.kill("SIGTERM");
  assert.equal((await answer).result.content[0].text, "waited");
  assert.equal((await server.ended).code, 0);
  assert.match(await server.stderr(), /stop 1/);
});

Deno.test("--drain-ms holds also for a file that calls run() by itself", async () => {
  const server = new ServerProcess({
    args: ["run", "-A", CLI, "run", path("tests/fixtures/self_running.ts"), "--drain-ms", "10000"],
  });
  await server.client.initialize();
  const answer = server.client.request("tools/call", { name: "wait" });
  await server.client.request("ping");
  await server.end();
  assert.equal((await answer).result.content[0].text, "waited");
  assert.equal((await server.ended).code, 0);
  await server.stderr();
});

Deno.test("a tool that reads stdin finds it empty, and steals no request", async () => {
  await using server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  await client.initialize();
  const [read, ...pings] = await Promise.all([
    client.request("tools/call", { name: "stdin" }),
    ...Array.from({ length: 10 }, () => client.request("ping")),
  ]);
  assert.equal(read.result.content[0].text, "null null ");
  assert.equal(pings.length, 10);
});

Deno.test("what pipes to stdout, or ends it, goes on, and leaves it to the protocol", async () => {
  const server = ServerProcess.bare(EVERYTHING);
  await server.client.initialize();
  const { result } = await server.client.request("tools/call", { name: "pipeline" });
  assert.equal(result.content[0].text, "done");
  assert.deepEqual((await server.client.request("ping")).result, {});
  await server.stop();
  const log = await server.stderr();
  assert.match(log, /piped\n/);
  assert.match(log, /ended\n/);
});

Deno.test("C040 C154: over pipes, notifications get no answer and a broken line gets -32700", async () => {
  await using server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  await client.initialize();
  for (const method of ["initialized", "roots/list_changed", "cancelled", "invented"]) {
    client.notify(
      `notifications/${method}`,
      method === "cancelled" ? { requestId: 99 } : undefined,
    );
  }
  server.write("{\n");
  const pong = await client.request("ping", undefined, "after");
  assert.deepEqual(pong.result, {});
  const [broken, ...more] = client.messages.slice(1, -1);
  assert.deepEqual([broken.id, broken.error?.code, more], [null, -32700, []]);
});

Deno.test("20,000 calls from 50 interleaved ids come back right", async () => {
  await using server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  await client.initialize();
  let wrong = 0;
  await Promise.all(Array.from({ length: 50 }, async (_, worker) => {
    for (let i = 0; i < 400; i++) {
      const text = `${worker}:${i}`;
      const answer = await client.request(
        "tools/call",
        { name: "echo", arguments: { text } },
        `worker ${worker}`,
      );
      if (answer.result?.content[0].text !== text) wrong++;
      client.messages.length = 0;
    }
  }));
  assert.equal(wrong, 0);
});

Deno.test("C101: nothing is on the wire after the answer of a tool that goes on reporting", async () => {
  await using server = ServerProcess.bare(EVERYTHING);
  const { client } = server;
  await client.initialize();
  const answer = await client.request("tools/call", {
    name: "report",
    _meta: { progressToken: 0 },
  });
  assert.equal(client.notifications("notifications/progress")[0].params.progressToken, 0);
  await until(() => client.messages.at(-1) !== answer, 1200);
  assert.equal(client.messages.at(-1), answer);
});

Deno.test({
  name: "C024: a host that is killed in a call leaves no process, and no busy one meanwhile",
  // The state of a process is read from /proc.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    // The host starts the server with all its streams piped, begins a call, and tells the server's id.
    const host = `
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", ${JSON.stringify(path(EVERYTHING))}],
      stdin: "piped", stdout: "piped", stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    const send = (m) => writer.write(new TextEncoder().encode(JSON.stringify(m) + "\\n"));
    await send({ jsonrpc: "2.0", id: 1, method: "initialize", params: {
      protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "h", version: "1" } } });
    await child.stdout.getReader().read();
    await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await send({ jsonrpc: "2.0", id: 2, method: "tools/call",
      params: { name: "stubborn", _meta: { progressToken: 1 } } });
    await send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "forever" } });
    console.log(child.pid);
    await new Promise(() => setInterval(() => {}, 1000));
  `;
    const process = new Deno.Command(Deno.execPath(), {
      args: ["eval", host],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = process.stdout.getReader();
    const pid = Number(new TextDecoder().decode((await reader.read()).value));
    assert.ok(await alive(pid));
    process.kill("SIGKILL");
    await process.status;
    await reader.cancel();
    const before = (await processState(pid))?.ticks ?? 0;
    let ticks = before;
    const gone = await until(async () => {
      ticks = (await processState(pid))?.ticks ?? ticks;
      return !await alive(pid);
    }, 3000);
    assert.ok(gone, "the server is gone in 3 s");
    // A tick is a hundredth of a second.
    assert.ok(ticks - before < 100, `${ticks - before} ticks of CPU time`);
  },
});

Deno.test("C024: a closed stdout ends the server quietly at its next message", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", path(EVERYTHING)],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  const writer = child.stdin.getWriter();
  await writer.write(
    new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'.repeat(3)),
  );
  const [{ code }, errors] = await Promise.all([
    child.status,
    new Response(child.stderr).text(),
  ]);
  await writer.close().catch(() => {});
  assert.equal(code, 0);
  assert.equal(errors, "");
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test(`${signal} lets a running call answer, runs the stop hooks and ends with 0`, async () => {
    const server = ServerProcess.bare("tests/fixtures/hooks.ts");
    await server.client.initialize();
    const answer = server.client.request("tools/call", { name: "wait" });
    await server.client.request("ping");
    server.child.kill(signal);
    assert.equal((await answer).result.content[0].text, "waited");
    assert.equal((await server.ended).code, 0);
    assert.deepEqual((await server.stderr()).trim().split("\n"), [
      "start 1",
      "start 2",
      "stop 2",
      "stop 1",
    ]);
    await server.end();
  });
}

for (const end of ["the end of input", "SIGTERM"] as const) {
  for (const era of ERAS) {
    Deno.test(`${era}: ${end} closes what calls hold open, before the stop hooks`, async () => {
      const calls = {
        holds: ["inner closed", "outer closed"],
        yields: ["generator closed"],
      };
      for (const [name, closed] of Object.entries(calls)) {
        const server = ServerProcess.bare("tests/fixtures/left_open.ts");
        if (era === "legacy") await server.client.initialize();
        server.client.ask(era, "tools/call", { name }).catch(() => {});
        // It is answered after the call has begun.
        await server.client.ask(era, "tools/list");
        if (end === "SIGTERM") server.child.kill(end);
        else await server.end();
        assert.equal((await server.ended).code, 0);
        assert.deepEqual((await server.stderr()).trim().split("\n"), [...closed, "stopped"]);
        await server.end();
      }
    });
  }
}

Deno.test("a second signal ends the process at once", async () => {
  const server = ServerProcess.bare(EVERYTHING);
  await server.client.initialize();
  server.client.send({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "forever" } });
  await server.client.request("ping");
  const start = performance.now();
  server.child.kill("SIGTERM");
  await until(() => false, 100);
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
  assert.ok(performance.now() - start < 1500);
  await server.end();
  await server.stderr();
});

for (
  const [os, signals] of [
    ["windows", "SIGINT,SIGBREAK"],
    ["linux", "SIGINT,SIGTERM,SIGHUP"],
  ] as const
) {
  Deno.test(`C134: a server asks for the signals of ${os}, and starts where none can be listened to`, async () => {
    const program = `
      const asked = [];
      Deno.addSignalListener = (signal) => {
        asked.push(signal);
        throw new TypeError("no such signal");
      };
      Object.defineProperty(Deno, "build", { value: { ...Deno.build, os: ${JSON.stringify(os)} } });
      const { default: mcp } = await import(${JSON.stringify(`file://${path(EVERYTHING)}`)});
      mcp.onStop(() => console.error(asked.join()));
      await mcp.run();
    `;
    const server = new ServerProcess({ args: ["eval", program] });
    assert.ok((await server.client.initialize()).result);
    await server.end();
    assert.equal((await server.ended).code, 0);
    assert.equal((await server.stderr()).trim(), signals);
  });
}

Deno.test("a start hook that fails ends the process with one line and code 1", async () => {
  const { code, stdout, stderr } = await deno(
    ["run", "--no-prompt", path("tests/fixtures/hooks.ts"), "fail"],
    { input: "" },
  );
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /no database/);
});
