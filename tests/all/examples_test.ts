import assert from "node:assert/strict";
import { HttpProcess } from "../support/http_server.ts";
import { ERAS, type RawClient, type TestEra } from "../support/raw_client.ts";
import { CLI, deno, path, ServerProcess, until } from "../support/server_process.ts";

/** Checks what examples/hello.ts and examples/functions.ts both have. */
async function checkResourcesAndPrompt(client: RawClient, era: TestEra): Promise<void> {
  const read = async (uri: string) =>
    (await client.ask(era, "resources/read", { uri })).result.contents[0].text;
  assert.equal(await read("resource://greeting"), "Hello from @x/mcp!");
  assert.equal(await read("weather://Oslo/current"), '{"city":"Oslo","celsius":22}');
  const prompt = await client.ask(era, "prompts/get", {
    name: "summarize_pr",
    arguments: { diff: "+1", tone: "playful" },
  });
  assert.match(prompt.result.messages[0].content.text, /^Write a playful .*\n\n\+1$/s);
}

for (const era of ERAS) {
  Deno.test(`${era}: examples/hello.ts serves its tool, resource, template and prompt without permission`, async () => {
    await using server = ServerProcess.bare("examples/hello.ts");
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const call = await client.ask(era, "tools/call", { name: "add", arguments: { a: 2, b: 40 } });
    assert.equal(call.result.content[0].text, "42");
    assert.deepEqual(call.result.structuredContent, { result: 42 });
    await checkResourcesAndPrompt(client, era);
    const complete = async (ref: unknown, name: string, value: string) =>
      (await client.ask(era, "completion/complete", { ref, argument: { name, value } }))
        .result.completion.values;
    const template = { type: "ref/resource", uri: "weather://{city}/current" };
    assert.deepEqual(await complete(template, "city", "L"), ["Lima", "London"]);
    const ref = { type: "ref/prompt", name: "summarize_pr" };
    assert.deepEqual(await complete(ref, "tone", "d"), ["detailed"]);
  });

  Deno.test(`${era}: examples/functions.ts serves plain functions, and may then only read`, async () => {
    const { code, stderr } = await deno([
      "run",
      "-A",
      CLI,
      "inspect",
      path("examples/functions.ts"),
    ]);
    assert.equal(code, 0, stderr);
    await using server = ServerProcess.bare("examples/functions.ts", `--allow-read=${path("")}`);
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const call = async (name: string, args: unknown, meta = {}) =>
      (await client.ask(era, "tools/call", { name, arguments: args }, meta)).result;
    assert.deepEqual((await call("add", { a: 2, b: 40 })).structuredContent, { result: 42 });
    assert.equal((await call("hello", {})).structuredContent.message, "Hello, World!");
    const image = { image_url: "https://example.com/a.png", resize: true };
    assert.deepEqual((await call("process_image", image)).structuredContent, {
      source: "/a.png",
      format: "jpeg",
      width: 800,
    });
    const found = await call("search_database", { query: "m", limit: 2 });
    assert.deepEqual(found.structuredContent, { result: ["Emma", "Kim"] });
    const charge = { amount: 10, card_token: "tok_1", due: "2026-12-24" };
    assert.match(
      (await call("charge_payment", charge)).structuredContent.message,
      /^Charged \$10\.00 on 12\/24\/2026$/,
    );
    const wrong = await call("charge_payment", { amount: 0, card_token: "x", due: "soon" });
    assert.deepEqual(
      wrong.content[0].text.split("\n").slice(1).map((line: string) => line.split(":")[0]),
      ["- amount", "- card_token", "- due"],
    );
    assert.match(
      (await call("get_user_details", {})).content[0].text,
      /^Details for user_123, who/,
    );
    const counted = await call("count", { to: 3 }, { progressToken: "p" });
    assert.deepEqual(counted.structuredContent, { result: [1, 2, 3] });
    assert.equal(client.notifications("notifications/progress").length, 3);
    await checkResourcesAndPrompt(client, era);
  });

  Deno.test(`${era}: examples/weather.ts has alerts, forecasts in two units, errors that help, and progress`, async () => {
    await using server = ServerProcess.bare("examples/weather.ts");
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const call = (name: string, args: unknown, meta = {}) =>
      client.ask(era, "tools/call", { name, arguments: args }, meta);
    const alerts = await call("get_alerts", { state: "ca" });
    assert.match(alerts.result.content[0].text, /Heat Advisory.*\n.*\n.*\n\nRed Flag Warning/);
    const quiet = await call("get_alerts", { state: "TX" });
    assert.equal(quiet.result.content[0].text, "There are no alerts for TX.");
    const unknown = await call("get_alerts", { state: "California" });
    assert.equal(unknown.result.isError, true);
    assert.match(unknown.result.content[0].text, /as two letters; known are AK, AZ, CA/);
    const day = async (unit?: string) =>
      (await call("get_forecast", { city: "oslo", days: 1, unit })).result.structuredContent;
    assert.deepEqual(await day(), {
      city: "Oslo",
      unit: "°C",
      days: [{ day: 0, temperature: 12, rain: 30 }],
    });
    assert.equal((await day("fahrenheit")).days[0].temperature, 53.6);
    const wrong = await call("get_forecast", { city: "Atlantis", days: 1 });
    assert.match(wrong.result.content[0].text, /Known are London, New York, Oslo, São Paulo/);
    const compared = await call("compare_cities", { cities: ["Oslo", "sao paulo", "London"] }, {
      progressToken: "p",
    });
    assert.equal(compared.result.structuredContent.warmest, "São Paulo");
    assert.deepEqual(
      client.notifications("notifications/progress").map(({ params }) => [
        params.progress,
        params.total,
        params.message,
      ]),
      [[1, 3, "Oslo"], [2, 3, "sao paulo"], [3, 3, "London"]],
    );
  });
}

const LEAST_PRIVILEGE = "examples/least_privilege/server.ts";

for (const era of ERAS) {
  Deno.test(`${era}: examples/least_privilege lets each tool do what it declares, and nothing else`, async () => {
    await using server = ServerProcess.cli(LEAST_PRIVILEGE);
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const call = async (name: string, args: unknown): Promise<string> =>
      (await client.ask(era, "tools/call", { name, arguments: args })).result.content[0].text;
    assert.equal(await call("count_words", { text: " one  two " }), "2");
    const note = await Deno.readTextFile(path("examples/least_privilege/notes/today.md"));
    assert.equal(await call("read_note", { name: "today" }), note);
    assert.match(await call("git_version", {}), /^git version \d/);
    const outside = JSON.stringify(path("examples/least_privilege/README.md"));
    assert.equal(
      await call("read_note", { name: "../README" }),
      `Tool "read_note" may not access read ${outside}; ` +
        `to allow it, declare permissions: { read: [${outside}] }`,
    );
    const page = await Deno.readTextFile(path("examples/least_privilege/README.md"));
    const refused = await call("page_title", { url: "https://example.org/" });
    assert.ok(page.includes(`mcp: ${refused}\n`), refused);
  });
}

Deno.test("examples/least_privilege: inspect shows what its page says", async () => {
  const args = ["run", "-A", CLI, "inspect", path(LEAST_PRIVILEGE)];
  const { code, stdout, stderr } = await deno(args, { cwd: path("examples/least_privilege") });
  assert.equal(code, 0, stderr);
  const rows = [...stdout.matchAll(/^tool +(\w+) +\d+ +(\w+) +(.*?) *$/gm)].map(([, ...row]) =>
    row
  );
  assert.deepEqual(rows, [
    ["count_words", "process", "none"],
    ["read_note", "process", "read=./notes"],
    ["page_title", "process", "net=example.com"],
    ["git_version", "process", "run=git"],
  ]);
  assert.match(stdout, /^ {2}all together: read=\.\/notes net=example\.com run=git$/m);
  assert.match(stdout, /^ {2}may start programs: tool "git_version" \(git\)$/m);
});

Deno.test("examples/least_privilege: its page says what is granted and refused by --limit, and by Deno's flags", async () => {
  const page = await Deno.readTextFile(path("examples/least_privilege/README.md"));
  const commandOf = (pattern: RegExp) => (pattern.exec(page)?.[1] ?? "").split(" ");
  const call = async (server: ServerProcess, name: string, args: unknown) =>
    (await server.client.ask("modern", "tools/call", { name, arguments: args })).result
      .content[0].text;
  const options = { cwd: path("") };
  const limited = commandOf(/^\$ deno (task mcp run .* --limit .*)$/m);
  await using server = new ServerProcess({ args: limited, ...options });
  assert.equal(await call(server, "count_words", { text: "one" }), "1");
  assert.match(await call(server, "read_note", { name: "today" }), /\w/);
  const refused = await call(server, "git_version", {});
  assert.ok(page.includes(`\n${refused}\n`), refused);

  const [run, ...flags] = commandOf(/^\$ deno (run .*)$/m);
  await using bare = new ServerProcess({ args: [run, "--no-prompt", ...flags], ...options });
  assert.match(await call(bare, "git_version", {}), /^git version/);
  const few = flags.filter((flag) => !flag.startsWith("--allow-net"));
  await using less = new ServerProcess({ args: [run, "--no-prompt", ...few], ...options });
  assert.equal(
    await call(less, "page_title", { url: "https://example.com/" }),
    'Tool "page_title" declares net "example.com", which this server was not given; ' +
      "start it with --allow-net=example.com",
  );
});

Deno.test("deno task start serves an example over HTTP, and what it says to try next works", async () => {
  await using server = await HttpProcess.start(["task", "start", "--port", "0"], { cwd: path("") });
  const said = await until(() => server.stdout.includes("Ctrl+C ends"), 5000);
  assert.ok(said, server.stdout);
  const commands = server.stdout.match(/^ {2}deno task mcp .*$/gm) ?? [];
  assert.equal(commands.length, 2);
  for (const command of commands) {
    const [, ...args] = command.trim().split(" ");
    const { code, stdout, stderr } = await deno(args, { cwd: path("") });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /get_forecast|Oslo/);
  }
  assert.equal((await server.stop()).code, 0);
});

Deno.test("deno task start says in one line which port is taken", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { code, stderr } = await deno(["task", "-q", "start", String(port)], { cwd: path("") });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`another program listens on port ${port}; choose another port`));
  assert.equal(stderr.trim().split("\n").length, 1);
});
