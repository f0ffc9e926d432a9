import assert from "node:assert/strict";
import { McpServer, type ProjectComponent, type ToolOptions } from "@x/mcp";
import { schemaData } from "../../src/schema/component_schema.ts";
import { MANIFEST_FORM } from "../../src/server/project_manifest.ts";
import * as foreign from "../fixtures/library_schemas/foreign.ts";
import * as number from "../fixtures/library_schemas/number.ts";
import * as patient from "../fixtures/library_schemas/patient.ts";
import * as poem from "../fixtures/library_schemas/poem.ts";
import * as results from "../fixtures/library_schemas/results.ts";
import * as shape from "../fixtures/library_schemas/shape.ts";
import { ERAS, RawClient } from "../support/raw_client.ts";

const FOLDER = new URL("../fixtures/library_schemas/", import.meta.url);
const PARAMETERS = [{ kind: "arguments", injected: [] }] as const;

interface Exports {
  readonly input?: object;
  readonly output?: object;
  readonly default: (args: never) => unknown;
}

/** The tools, by what each is called. */
const TOOLS: Readonly<Record<string, [file: string, module: Exports, options?: ToolOptions]>> = {
  shape: ["shape.ts", shape],
  strict: ["shape.ts", shape, { validation: "strict" }],
  patient: ["patient.ts", patient],
  results: ["results.ts", results],
  foreign: ["foreign.ts", foreign],
};

/** A server whose components have the schemas of libraries. */
function inline(): McpServer {
  const mcp = new McpServer({ name: "library", version: "1.0.0" });
  for (const [name, [, { input, output, default: fn }, options]] of Object.entries(TOOLS)) {
    mcp.tool<never>(name, { ...options, input, output } as ToolOptions, fn);
  }
  return mcp
    .resource("data://{id}", { name: "number", params: number.input }, number.default)
    .prompt("poem", { args: poem.input }, poem.default);
}

function component(
  kind: ProjectComponent["kind"],
  key: string,
  file: string,
  { input, output }: Exports,
  options: object,
): ProjectComponent {
  return {
    kind,
    key,
    file,
    options: { ...options },
    parameters: PARAMETERS,
    ...(input === undefined ? {} : { input: schemaData(input as never, "input") }),
    ...(output === undefined ? {} : { output: schemaData(output as never, "output") }),
    schemas: (["input", "output"] as const).filter((name) => ({ input, output })[name]),
  };
}

/** The same as components of a manifest. */
function ofManifest(options: object): McpServer {
  const components = [
    ...Object.entries(TOOLS).map(([name, [file, module, own]]) =>
      component("tool", name, file, module, { ...options, ...own })
    ),
    component("resource", "data://{id}", "number.ts", number, { ...options, name: "number" }),
    component("prompt", "poem", "poem.ts", poem, options),
  ];
  const manifest = { form: MANIFEST_FORM, components };
  return new McpServer({ name: "library", version: "1.0.0" })
    .addComponents(JSON.parse(JSON.stringify(manifest)), { url: FOLDER });
}

const CALLS: ReadonlyArray<readonly [tool: string, args: unknown]> = [
  ["shape", { n: 2, name: " ada ", word: "x", size: "four", day: "2026-01-31T00:00:00Z" }],
  ["shape", { n: 2 }],
  ["shape", { n: "4", day: "2026-01-31", big: "12345678901234567890", options: '{"deep":"true"}' }],
  ["shape", { n: 3 }],
  ["shape", { n: "2", name: 5 }],
  ["shape", { n: "3" }],
  ["shape", { n: 11 }],
  ["shape", {}],
  ["shape", { n: 2, nam: "x", options: { deep: true, deeper: 1 } }],
  ["shape", { n: 3, nam: "x" }],
  ["shape", { n: 2, day: "some day", big: 1.5 }],
  ["shape", { n: 2, options: null }],
  ["strict", { n: 2, word: "x" }],
  ["strict", { n: "2" }],
  ["strict", { n: 2, nam: "x" }],
  ["strict", { n: 2, options: { deep: true, deeper: 1 } }],
  ["strict", { n: 3 }],
  ["patient", { id: "free" }],
  ["patient", { id: "taken" }],
  ["patient", { id: "" }],
  ["patient", { id: "free", more: 1 }],
  ["patient", { id: "0123456789ab" }],
  ["results", { what: "data" }],
  ["results", { what: "parts" }],
  ["results", { what: "wrong parts" }],
  ["results", { what: "error" }],
  ["results", { what: "far" }],
  ["results", { what: "wrong" }],
  ["results", { what: "nothing" }],
  ["results", { what: "image" }],
  ["foreign", { n: 2 }],
  ["foreign", { n: 1 }],
];

const READS = ["data://5", "data://1", "data://x", "data://4.5"];
const PROMPTS = [
  { topic: "rain" },
  { topic: "rain", lines: "3", style: "odd" },
  { topic: "rain", year: "null" },
  { topic: "love" },
  { topic: "no" },
  { topic: "love", styl: "odd" },
  { topic: "rain", lines: "many" },
];

/** All that a client sees. */
async function seen(mcp: McpServer, era: (typeof ERAS)[number]): Promise<[string, unknown][]> {
  await using client = await RawClient.open(mcp, era);
  const requests = [
    ...["tools/list", "resources/templates/list", "prompts/list"].map((list) =>
      [list, {}] as const
    ),
    ...CALLS.map(([name, args]) => ["tools/call", { name, arguments: args }] as const),
    ...READS.map((uri) => ["resources/read", { uri }] as const),
    ...PROMPTS.map((args) => ["prompts/get", { name: "poem", arguments: args }] as const),
  ];
  const answers = requests.map(async ([method, params]): Promise<[string, unknown]> => {
    const { result, error } = await client.ask(era, method, params);
    return [`${method} ${JSON.stringify(params)}`, { result, error }];
  });
  return await Promise.all(answers);
}

for (const era of ERAS) {
  Deno.test(`${era}: components of a manifest are checked by their libraries as others are`, async () => {
    const expected = await seen(inline(), era);
    for (const options of [{}, { isolation: "inline" }]) {
      const actual = await seen(ofManifest(options), era);
      for (const [i, both] of expected.entries()) assert.deepEqual(actual[i], both);
    }
  });
}

Deno.test("of what a library says, components of a manifest say the decisive things", async () => {
  const answers = new Map(await seen(ofManifest({}), "modern"));
  // deno-lint-ignore no-explicit-any
  const said = (...[name, args]: [string, unknown]): any =>
    // deno-lint-ignore no-explicit-any
    (answers.get(`tools/call ${JSON.stringify({ name, arguments: args })}`) as any).result;
  const text = (name: string, args: unknown) => said(name, args).content[0].text;
  assert.equal(
    said("shape", { n: 2 }).structuredContent.told,
    'told { n: 2, size: 7, word: "none" }',
  );
  assert.equal(
    text("shape", { n: "3" }),
    'Invalid arguments for tool "shape":\n- n: is odd, got string "3"',
  );
  assert.match(text("patient", { id: "taken" }), /id: is taken/);
  assert.match(text("results", { what: "far" }), /does not match its output schema/);
  assert.equal(said("patient", { id: "free" }).structuredContent.result, 4);
});
