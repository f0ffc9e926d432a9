import assert from "node:assert/strict";
import type { SandboxedCode } from "../../src/server/sandboxed.ts";
import { schemaData } from "../../src/schema/component_schema.ts";
import { input, output } from "../fixtures/library_schemas/shape.ts";
import { Project } from "../support/project.ts";
import { SandboxedCalls, sandboxPids, toolOf } from "../support/sandboxed_calls.ts";
import { ROOT, until } from "../support/server_process.ts";

const fixture = (name: string) => new URL(`tests/fixtures/library_schemas/${name}`, ROOT).href;

function codeOf(module: string, ...schemas: ("input" | "output")[]): SandboxedCode {
  return { ...toolOf(module, "default"), key: "x", schemas };
}

const never = () => new AbortController().signal;

Deno.test("schemas that a module exports come as they are listed, marked, and unwrapped; nothing is called", async () => {
  await using calls = new SandboxedCalls();
  const { schemas } = calls.sandboxes;
  const read = await schemas(codeOf(fixture("shape.ts"), "input", "output"), never());
  assert.deepEqual(read, {
    input: JSON.parse(JSON.stringify(schemaData(input, "input"))),
    output: JSON.parse(JSON.stringify(schemaData(output, "output"))),
  });
  const { day } = read.input!.properties as Record<string, Record<string, unknown>>;
  assert.equal(day["x-mcp-type"], "Date");
  assert.deepEqual(await schemas(codeOf(fixture("patient.ts"), "output"), never()), {
    output: { type: "number" },
  });
  assert.deepEqual(await schemas(codeOf(fixture("faulty.ts"), "output"), never()), {
    output: { type: "integer" },
  });
  assert.deepEqual(await schemas(codeOf(fixture("absent.ts")), never()), {});
});

/** A schema of a library that shows itself as `json` says. */
const schema = (json: string) =>
  `{ "~standard": {
  version: 1, vendor: "mine", validate: (value: unknown) => ({ value }),
  jsonSchema: { input: () => (${json}), output: () => (${json}) },
} }`;

Deno.test("a schema that cannot be read is told in one line, which says what to write", async () => {
  await using project = await Project.make({
    "deno.json": {},
    "throws.ts": 'throw new RangeError("not\\n  today");',
    "broken.ts": "export const input = {",
    "env.ts": 'Deno.env.get("HOME");\nexport const input = {};',
    "late.ts": `export const input = ${schema('{ title: Deno.env.get("HOME") }')};`,
    "text.ts": 'export const input = "text";\nexport const output = () => 1;',
    "root.ts": `export const input = ${schema('{ type: "string" }')};`,
    "lying.ts": `
      const has = Set.prototype.has;
      Set.prototype.has = function (value) {
        return has.call(this, value === "nonsense" && has.call(this, "array") ? "array" : value);
      };
      export const input = ${
      schema('{ type: "object", properties: { a: { type: "nonsense" } } }')
    };`,
  });
  await using calls = new SandboxedCalls();
  const told = async (module: string, ...names: ("input" | "output")[]) => {
    try {
      return await calls.sandboxes.schemas(codeOf(module, ...names), never());
    } catch (error) {
      return (error as Error).message;
    }
  };
  const of = (name: string, ...names: ("input" | "output")[]) => told(project.url(name), ...names);
  const [throws, broken, env, late, text, output, root, lying, faulty] = await Promise.all([
    of("throws.ts", "input", "output"),
    of("broken.ts", "input"),
    of("env.ts", "input"),
    of("late.ts", "input"),
    of("text.ts", "input"),
    of("text.ts", "output"),
    of("root.ts", "input"),
    of("lying.ts", "input"),
    told(fixture("faulty.ts"), "input"),
  ]);
  assert.equal(throws, "input and output cannot be read: its file failed to load: not today");
  assert.match(
    String(broken),
    /^input cannot be read: the module broken\.ts cannot be loaded: SyntaxError: [^\n]*$/,
  );
  for (const denied of [env, late]) {
    assert.equal(
      denied,
      'input cannot be read: Tool "x" may not access env "HOME"; to allow it, ' +
        'declare permissions: { env: ["HOME"] }',
    );
  }
  const none =
    "cannot be read: it is no schema; export one of a schema library, as z.object({ … })";
  assert.equal(text, `input ${none}`);
  assert.equal(output, `output ${none}`);
  assert.equal(
    root,
    "input cannot be read: arguments are named, so the root of the schema must be an object",
  );
  assert.equal(lying, 'input cannot be read: a: "nonsense" is not a JSON Schema type');
  assert.match(String(faulty), /^input cannot be read: places: zod cannot show map as JSON Schema/);
});

Deno.test("reading schemas ends at once when it is aborted, and a process that does not end is killed", async () => {
  await using project = await Project.make({
    "deno.json": {},
    "spins.ts": 'Deno.writeTextFileSync("spinning", "");\nfor (;;);',
  });
  const { settings, ...code } = codeOf(project.url("spins.ts"), "input");
  const permissions = { write: { allow: [project.path("spinning")] } };
  const spins = { ...code, settings: { ...settings, permissions } };
  const before = await sandboxPids();
  const isThere = async () => (await sandboxPids()).some((pid) => !before.includes(pid));
  await using calls = new SandboxedCalls();
  const controller = new AbortController();
  const reading = calls.sandboxes.schemas(spins, controller.signal);
  const spinning = () => Deno.stat(project.path("spinning")).then(() => true, () => false);
  assert.ok(await until(spinning, 5000));
  const reason = new Error("enough");
  controller.abort(reason);
  await assert.rejects(reading, reason);
  assert.ok(await isThere());
  await assert.rejects(calls.sandboxes.schemas(spins, controller.signal), reason);
  assert.ok(await until(async () => !await isThere(), 5000));
});
