/** Servers with functions that cannot be read, however they are started. */
import { SignatureError } from "@x/mcp";
import assert from "node:assert/strict";
import { HttpProcess } from "../support/http_server.ts";
import { CLI, mcp as cli, path, ServerProcess } from "../support/server_process.ts";

/** Where a text stands in a file of the repository, as problems name it. */
async function placeOf(file: string, text: string): Promise<string> {
  const lines = (await Deno.readTextFile(path(file))).split("\n");
  const line = lines.findIndex((line) => line.includes(text));
  return `${line + 1}:${lines[line].indexOf(text) + 1}`;
}

const UNREADABLE = "tests/fixtures/unreadable.ts";
const OTHER = "tests/fixtures/unreadable_functions.ts";

/** What is wrong with the server, line by line, without what the reader says of it. */
async function problems(prefix = ""): Promise<string[]> {
  return [
    `${prefix}${UNREADABLE}:${await placeOf(UNREADABLE, "key: symbol")}`,
    `${prefix}${UNREADABLE}:${await placeOf(UNREADABLE, "act: ()")}`,
    `${prefix}${UNREADABLE}:${await placeOf(UNREADABLE, 'resource("weather')}`,
    `${prefix}${OTHER}:${await placeOf(OTHER, "done: ()")}`,
  ];
}

/** The places at the beginnings of lines. */
const places = (text: string) =>
  text.trim().split("\n").map((line) => /^(\S+?:\d+:\d+): \S/.exec(line)?.[1] ?? line);

/** Runs a server that does not start, with a host that waits for it. */
async function started(args: string[], cwd: string): Promise<string> {
  const server = new ServerProcess({ args: ["run", "-A", ...args], cwd });
  const { code } = await server.ended;
  assert.deepEqual([code, server.client.messages], [1, []]);
  return await server.stderr();
}

Deno.test("C069: a server with functions that cannot be read ends with a line for each problem, and code 1", async () => {
  const stderr = await started([path(UNREADABLE)], path(""));
  assert.deepEqual(places(stderr), await problems());
  assert.match(stderr, /resource "weather:\/\/\{city\}": the function needs "town"/);
  const config = ["--config", path("deno.json")];
  const http = await started([...config, path(UNREADABLE), "http"], path("tests/app"));
  assert.deepEqual(places(http), await problems(path("")));
});

Deno.test("C069 cli: run, inspect, list and call say the same, and code 1", async () => {
  const expected = await problems();
  for (const args of [["run"], ["run", "--port", "0"]]) {
    assert.deepEqual(places(await started([CLI, ...args, UNREADABLE], path(""))), expected);
  }
  const { code, stdout, stderr } = await cli(["inspect", UNREADABLE], { cwd: path("") });
  assert.deepEqual([code, stdout, places(stderr)], [1, "", expected]);
  for (const args of [["list", UNREADABLE], ["call", UNREADABLE, "fine"]]) {
    const { code, stdout, stderr } = await cli(args, { cwd: path("") });
    assert.deepEqual([code, stdout], [1, ""]);
    const lines = places(stderr);
    assert.match(lines.pop()!, /^mcp: Cannot start .*; what it printed is above$/);
    assert.deepEqual(lines, expected);
  }
});

Deno.test("deno serve: a server with functions that cannot be read answers 500, and says why once", async () => {
  const args = ["serve", "-A", "--port", "0", "--host", "127.0.0.1", path(UNREADABLE), "served"];
  await using server = await HttpProcess.start(args, { cwd: path("") });
  for (let i = 0; i < 3; i++) {
    const response = await fetch(server.url, { method: "POST", body: "{}" });
    assert.equal(response.status, 500);
    assert.equal((await response.json()).error.message, "The server cannot start");
  }
  await server.stop();
  const said = server.stderr.split("\n").filter((line) => line.includes("Cannot start"));
  assert.equal(said.length, 1, server.stderr);
  const { message } = JSON.parse(said[0]);
  assert.deepEqual(places(message.replace("Cannot start: ", "")), await problems());
});

Deno.test("a SignatureError holds the problems in order, each once, with places that a stack would hide", async () => {
  const { default: mcp } = await import("../fixtures/unreadable.ts");
  const error: SignatureError = await mcp.describe().then(() => assert.fail(), (error) => error);
  assert.ok(error instanceof SignatureError);
  assert.equal(error.problems.length, 4);
  assert.equal(error.stack, `SignatureError: ${error.message}`);
  const lines = error.problems.map(({ url, line, column }) => `${url}:${line}:${column}`);
  assert.deepEqual(lines, await problems(new URL("../../", import.meta.url).href));
});
