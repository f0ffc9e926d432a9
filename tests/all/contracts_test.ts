/** Functions of every kind (tests/fixtures/contracts.ts), as they are listed. */
import assert from "node:assert/strict";
import * as contracts from "../fixtures/contracts.ts";
import { listed } from "../support/listed.ts";
import { RawClient } from "../support/raw_client.ts";
import { path } from "../support/server_process.ts";

const GOLDEN = path("tests/fixtures/contracts.json");

Deno.test("every kind of signature is listed as its contract says", async () => {
  await using client = await RawClient.open(contracts.default, "legacy");
  const tools = await listed(client);
  assert.ok(tools.length >= 70, `${tools.length} tools`);
  const golden: Record<string, unknown> = JSON.parse(await Deno.readTextFile(GOLDEN));
  for (const { name, ...contract } of tools) assert.deepEqual(contract, golden[name], name);
  assert.deepEqual(tools.map(({ name }) => name), Object.keys(golden));
});

Deno.test("C069: what has a default or may be undefined is not required, all else is", async () => {
  await using client = await RawClient.open(contracts.default, "legacy");
  const tools = await listed(client);
  const required = (name: string) => tools.find((tool) => tool.name === name)!.inputSchema.required;
  assert.deepEqual(required("defaults"), ["a"]);
  assert.deepEqual(required("optionals"), ["a"]);
  assert.equal(required("orUndefined"), undefined);
  const { result } = await client.request("tools/call", { name: "defaults", arguments: {} });
  assert.match(JSON.stringify(result), /- a: required, but missing/);
});
