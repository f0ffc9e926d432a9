import assert from "node:assert/strict";
import { moduleGraph, packageGraph } from "../../../src/deno/deno_info.ts";
import { compilerSettings } from "../../../src/schema/from_types/compiler_settings.ts";
import type { Files } from "../../../src/schema/from_types/files.ts";
import { isOurs } from "../../../src/schema/from_types/our_package.ts";
import { makeProgram } from "../../../src/schema/from_types/program.ts";
import { ProjectReader } from "../../../src/schema/from_types/read_project.ts";
import { SourceCache } from "../../../src/schema/from_types/source_cache.ts";
import { Project } from "../../support/project.ts";
import { deno, path } from "../../support/server_process.ts";

const denoTypes = (await deno(["types"])).stdout;
const folder = path("").replace(/\/$/, "");

function look<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const files: Files = {
  read: (path) => look(() => Deno.readTextFileSync(path)),
  fault: () => undefined,
  isFile: (path) => look(() => Deno.statSync(path).isFile) ?? false,
  isFolder: (path) => look(() => Deno.statSync(path).isDirectory) ?? false,
};

Deno.test("a server's program has the types of this package, and no package that only runs in it", async () => {
  const url = new URL("../../../examples/hello.ts", import.meta.url).href;
  const { graph } = await moduleGraph([url], folder);
  const { program, fileOf, urlOf } = makeProgram({
    graph,
    modules: [url],
    compiler: compilerSettings(files, folder),
    files,
    cache: new SourceCache(),
    denoTypes,
  });
  assert.ok(fileOf(url));
  const urls = program.getSourceFiles().map(urlOf);
  assert.ok(urls.filter(isOurs).length > 20);
  const packages = new Set(
    urls.map((url) => /\/registry\.npmjs\.org\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]),
  );
  assert.deepEqual([...packages].filter((name) => name !== undefined).toSorted(), [
    "typescript",
    "zod",
  ]);
});

for (
  const [url, ours] of [
    [new URL("../../../mod.ts", import.meta.url).href, true],
    [new URL("../../../src/server/context.ts", import.meta.url).href, true],
    [new URL("../../../examples/hello.ts", import.meta.url).href, false],
    ["https://jsr.io/@x/mcp/0.3.1/src/server/context.ts", true],
    ["https://jsr.io/@x/mcp-more/0.3.1/src/server/context.ts", false],
    ["https://example.com/src/server/context.ts", false],
  ] as const
) {
  Deno.test(`${url.replace(folder, "…")} is ${ours ? "" : "not "}of this package`, () => {
    assert.equal(isOurs(url), ours);
  });
}

Deno.test("without the types of Node, what does not use them is read, and nothing is known of the rest", async () => {
  await using project = await Project.make({
    "a.ts": 'import { basename } from "node:path";\n' +
      "export function f(a: string): void { basename(a); }\n" +
      "export function g(a: ReturnType<typeof basename>): void { void a; }\n",
  });
  const nodeTypes = await packageGraph("npm:@x-mcp/is-not-there@1.0.0", project.folder);
  assert.deepEqual(nodeTypes.packages, {});
  const { graph } = await moduleGraph([project.url("a.ts")], project.folder);
  const reader = new ProjectReader(files, denoTypes, () => {});
  const requests = [project.request("a.ts", "f", 1), project.request("a.ts", "g", 1)];
  const asked = { folder: project.folder, graph, requests };
  assert.deepEqual(reader.read(asked, undefined), { answers: [], lacksNode: true });
  const { answers } = reader.read(asked, nodeTypes);
  assert.deepEqual(
    answers.map(({ answer, doubts }) => [
      answer.problems ?? answer.signature.input.properties,
      doubts,
    ]),
    [
      [{ a: { type: "string" } }, []],
      [{ a: {} }, []],
    ],
  );
});
