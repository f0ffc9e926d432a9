import { depends } from "@x/mcp";
import { testClient } from "@x/mcp/testing";
import assert from "node:assert/strict";
import depending, { diary, plain } from "../fixtures/depending.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";
import "../support/quiet.ts";

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof testClient>>["callTool"]>>;

/** What a tool answers, as text, and what happened meanwhile. */
async function called(name: string, args: Record<string, unknown> = {}) {
  await using client = await testClient(depending);
  const answer = await client.callTool(name, args);
  return { text: textOf(answer), isError: answer.isError, happened: diary.splice(0) };
}

function textOf({ content }: Answer): string {
  return content.map((part) => part.type === "text" ? part.text : part.type).join("\n");
}

const ROUND = ["open db", "body", "close db"];

for (
  const [name, args, text] of [
    ["plain", { city: "Rome" }, '["Rome",["rain","sun"]]'],
    ["later", { city: "Rome" }, '["Rome",["rain","sun"]]'],
    ["arrow", { city: "Rome" }, '["Rome",["rain","sun"]]'],
    ["arrowLater", { city: "Rome" }, '["Rome",["rain","sun"]]'],
    ["taken", { city: "Rome" }, '["Rome",["rain","sun"]]'],
    ["generated", { city: "Rome" }, '["Rome rain","Rome sun"]'],
    ["generatedLater", { city: "Rome" }, '["Rome rain","Rome sun"]'],
    ["between", { city: "Rome" }, '["Rome",["rain","sun"],"of Rome",true]'],
    ["between", { city: "Rome", note: "x" }, '["Rome",["rain","sun"],"x",true]'],
  ] as const
) {
  Deno.test(`depends gives a value that is made before the body and disposed of after it: ${name} ${JSON.stringify(args)}`, async () => {
    assert.deepEqual(await called(name, args), { text, isError: false, happened: ROUND });
  });
}

Deno.test("depends: parameters with one provider share its value, and other providers use it", async () => {
  const { text, happened } = await called("shared");
  assert.equal(text, "[true,true]");
  assert.deepEqual(happened, ["open db", "open cache", "body", "close cache", "close db"]);
});

Deno.test("depends: a provider may be written in the default, and a value may be undefined", async () => {
  assert.equal((await called("inline")).text, "[5,6]");
  const { text, happened } = await called("nothing");
  assert.equal(text, '[true,["rain","sun"]]');
  assert.deepEqual(happened, ["open nothing", "open db", "body", "close db"]);
});

Deno.test("depends: a provider that fails names the parameter, and what was made is disposed of", async () => {
  const { text, isError, happened } = await called("locked");
  assert.equal(isError, true);
  assert.match(text, /^Tool "locked": the provider of "db" failed: postgres:/);
  assert.deepEqual(happened, ["open db", "close db"]);
});

Deno.test("depends: providers that wait for each other are an error", async () => {
  const { text, happened } = await called("circle");
  assert.match(text, /the provider of "egg" failed: .*openHen → openEgg → openHen/);
  assert.deepEqual(happened, []);
});

Deno.test("depends: values are disposed of after an error of the body, and after the time limit", async () => {
  assert.deepEqual((await called("throwing")).happened, ROUND);
  const { text, happened } = await called("endless");
  assert.match(text, /timed out after 50 ms/);
  assert.deepEqual(happened, ROUND);
});

for (
  const [name, args, says, happened] of [
    ["inBody", { city: "Rome" }, /only the server that calls the function/, ["body"]],
    ["inBodyToo", {}, /not where the function runs already/, ROUND],
    ["inBodyLater", {}, /only the server that calls the function/, ROUND],
    ["inBodyGenerated", {}, /only the server that calls the function/, ROUND],
    ["nested", {}, /not where the function runs already/, ROUND],
  ] as const
) {
  Deno.test(`depends: in a body it is an error that says where it belongs, and the body runs once: ${name}`, async () => {
    const answer = await called(name, args);
    assert.equal(answer.isError, true);
    assert.match(answer.text, says);
    assert.match(answer.text, /the default of a parameter, as in \(db = depends\(openDb\)\) => …/);
    assert.deepEqual(answer.happened, happened);
  });
}

Deno.test("depends: calls that run at once have values of their own, also one inside the other", async () => {
  await using client = await testClient(depending);
  const names = ["plain", "later", "taken"];
  const answers = await Promise.all(names.map((name) => client.callTool(name, { city: name })));
  names.forEach((name, i) => assert.match(textOf(answers[i]), new RegExp(`^\\["${name}"`)));
  const happened = diary.splice(0);
  assert.equal(happened.filter((line) => line === "open db").length, 3);
  const { text, happened: both } = await called("reading");
  assert.deepEqual(JSON.parse(text), [["rain", "sun"], '["rome",["rain","sun"]]']);
  assert.deepEqual(both, ["open db", ...ROUND, "body", "close db"]);
});

for (const era of ERAS) {
  Deno.test(`${era}: depends: what is injected is not listed, and unknown when it is sent`, async () => {
    await using client = await testClient(depending, { era });
    const tools = await client.listTools();
    for (const name of ["plain", "taken"]) {
      const { inputSchema } = tools.find((tool) => tool.name === name)!;
      assert.deepEqual(Object.keys(inputSchema.properties as object), ["city"]);
      const sent = { city: "Rome", db: { rows: ["mine"] } };
      const answer = await client.callTool(name, sent);
      assert.equal(textOf(answer), '["Rome",["rain","sun"]]');
      assert.deepEqual(answer.meta?.["x-mcp/unknownArguments"], [{ name: "db" }]);
    }
    diary.length = 0;
  });

  Deno.test(`${era}: depends works in resources and prompts`, async () => {
    await using client = await RawClient.open(depending, era);
    const { result: read } = await client.ask(era, "resources/read", { uri: "depending://rome" });
    assert.equal(read.contents[0].text, '["rome",["rain","sun"]]');
    assert.deepEqual(diary.splice(0), ROUND);
    for (const name of ["plain", "taken"]) {
      const params = { name, arguments: { city: "Rome" } };
      const { result } = await client.ask(era, "prompts/get", params);
      assert.equal(result.messages[0].content.text, '["Rome",["rain","sun"]]');
      assert.deepEqual(diary.splice(0), ROUND);
    }
    const { result } = await client.ask(era, "prompts/list");
    for (const prompt of result.prompts) {
      assert.deepEqual(prompt.arguments, [{ name: "city", required: true }]);
    }
  });
}

Deno.test("depends: a function that its author calls needs the argument, and works with it", () => {
  const db = { rows: ["snow"], [Symbol.asyncDispose]: () => Promise.resolve() };
  assert.equal(plain("Rome", db), '["Rome",["snow"]]');
  assert.throws(() => plain("Rome"), {
    name: "TypeError",
    message: /give the argument where you call the function yourself/,
  });
  assert.throws(() => depends("openDb" as never), /depends\(\) takes a provider, a function/);
  diary.length = 0;
});
