import assert from "node:assert/strict";
import { problemLine } from "../../src/app/signature_error.ts";
import { projectIdentity } from "../../src/project/project_identity.ts";
import { Project } from "../support/project.ts";

async function identity(files: Record<string, string | object>) {
  await using project = await Project.make(files);
  const { identity, problems, isReadable } = projectIdentity(`${project.folder}/`);
  return {
    identity,
    isReadable,
    problems: problems.map((each) => problemLine(each).replace(`${project.folder}/`, "")),
  };
}

Deno.test("name and version of a server are those of the first configuration there is", async () => {
  const one = { name: "one", version: "1.0.0" };
  const two = { name: "two", version: "2.0.0" };
  const told = async (files: Record<string, string | object>) => (await identity(files)).identity;
  assert.deepEqual(await told({ "deno.json": one, "package.json": two }), one);
  assert.deepEqual(
    await told({ "deno.jsonc": '\uFEFF// of\r\n{ "name": "one", /* a */ "version": "1.0.0", }' }),
    one,
  );
  assert.deepEqual(await told({ "package.json": two }), two);
  assert.deepEqual(await identity({ "server.ts": "" }), {
    identity: {},
    isReadable: true,
    problems: [],
  });
  assert.deepEqual(await told({ "server.ts": "", "deno.json": one }), {});
});

Deno.test("what is missing of them is said with what to write", async () => {
  const said = async (files: Record<string, string | object>) => (await identity(files)).problems;
  assert.deepEqual(await said({}), [
    "deno.json:1:1: there is no such file to name the server: write one, such as " +
    '{ "name": "weather", "version": "1.0.0", "exports": {} }, or a server.ts',
  ]);
  assert.deepEqual(await said({ "deno.jsonc": { name: "one" } }), [
    'deno.jsonc:1:1: the server has no version: write "version": "1.0.0", or a server.ts',
  ]);
  assert.deepEqual(await said({ "deno.json": { name: 1, version: "" } }), [
    'deno.json:1:1: the server has no name and no version: write "name": "weather", ' +
    '"version": "1.0.0", or a server.ts',
  ]);
});

Deno.test("a configuration that is no JSON is an error at the place of its first fault, a server.ts or not", async () => {
  const texts = {
    '{\n  "name": "one",\n  "version" "1"\n}': '3:13: no JSON: "\\"" is unexpected here',
    '{\r\n  // comment\r\n  "name": tru,\r\n}': '3:14: no JSON: "," is unexpected here',
    "{ /* one\n two */ \"name\": 'x' }": '2:17: no JSON: "\'" is unexpected here',
    '{ "name": "one"': "1:16: no JSON: it ends too early",
    "": "1:1: no JSON: it ends too early",
    '["name"]': "1:1: no object: write { … } around it",
  };
  for (const [text, problem] of Object.entries(texts)) {
    for (const beside of ["server.ts", "other.ts"]) {
      const { problems, isReadable } = await identity({ "deno.json": text, [beside]: "" });
      assert.deepEqual(problems, [`deno.json:${problem}`]);
      assert.equal(isReadable, false);
    }
  }
});
