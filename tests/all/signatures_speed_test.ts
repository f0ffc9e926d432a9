import assert from "node:assert/strict";
import { SignatureReader } from "../../src/app/signatures/reader.ts";
import type { SignatureRequest } from "../../src/schema/from_types/signature.ts";
import { Project } from "../support/project.ts";
import { path } from "../support/server_process.ts";

const FILES = 50;
const PAIRS = 3;
const WARM_READS = 5;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** A file with a function whose types come from here, from a file beside it, and from this package. */
function file(i: number): string {
  return `import type { Context } from "@x/mcp";
import type { Shared } from "./shared.ts";

/** What tool ${i} takes. */
export interface Options${i} extends Shared {
  /** How many. @minimum ${i} */
  count: number;
  kind?: "one" | "two" | "three";
  when: Date;
}

/**
 * Does thing ${i}.
 *
 * @param name What it is called
 */
export function tool${i}(name: string, options: Options${i}, ctx: Context) {
  ctx.signal.throwIfAborted();
  return { name, items: Object.entries(options).map(([key, value]) => ({ key, text: String(value) })) };
}
`;
}

async function projectOfTools(): Promise<Project> {
  const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));
  return await Project.make({
    "deno.json": { imports: { ...imports, "@x/mcp": path("mod.ts") } },
    "shared.ts": "export interface Shared { tags: string[] }\n",
    ...Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`tool${i}.ts`, file(i)])),
  });
}

/** Reads, and says how long it took in milliseconds. */
async function time(
  reader: SignatureReader,
  requests: readonly SignatureRequest[],
): Promise<number> {
  const start = performance.now();
  const answers = await reader.read(requests);
  const took = performance.now() - start;
  for (const { problems } of answers) assert.equal(problems, undefined);
  return took;
}

Deno.test("fifty files are read in at most 3 times the time of one, and after an edit in 0.3 times", async () => {
  await using project = await projectOfTools();
  const all = Array.from(
    { length: FILES },
    (_, i) => project.request(`tool${i}.ts`, `tool${i}`, 3),
  );
  const ofFifty: number[] = [];
  const ofWarm: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    await using single = new SignatureReader();
    const one = await time(single, all.slice(0, 1));
    await using reader = new SignatureReader();
    const fifty = await time(reader, all);
    ofFifty.push(fifty / one);
    const warm: number[] = [];
    for (let edit = 0; edit < WARM_READS; edit++) {
      await project.write({ "tool7.ts": `${file(7)}// Edit ${pair}.${edit}\n` });
      warm.push(await time(reader, all));
    }
    ofWarm.push(median(warm) / fifty);
  }
  console.log(`fifty against one: ${median(ofFifty).toFixed(2)} times`);
  console.log(`after an edit against cold: ${median(ofWarm).toFixed(3)} times`);
  assert.ok(median(ofFifty) <= 3, `${ofFifty} times`);
  assert.ok(median(ofWarm) <= 0.3, `${ofWarm} times`);
});

Deno.test("a reader that is kept parses what changed, and reads the functions that depend on it", async () => {
  await using project = await projectOfTools();
  const all = [0, 1, 2].map((i) => project.request(`tool${i}.ts`, `tool${i}`, 3));
  await using reader = new SignatureReader();
  let before = reader.counts;
  const done = async () => {
    const answers = await reader.read(all);
    const { filesParsed, functionsRead } = reader.counts;
    const counts = {
      filesParsed: filesParsed - before.filesParsed,
      functionsRead: functionsRead - before.functionsRead,
    };
    before = reader.counts;
    return { counts, answers };
  };
  const first = await done();
  assert.equal(first.counts.functionsRead, 3);
  assert.deepEqual(await done(), {
    counts: { filesParsed: 0, functionsRead: 0 },
    answers: first.answers,
  });
  await project.write({ "tool1.ts": `${file(1)}// Edited.\n` });
  assert.deepEqual(await done(), {
    counts: { filesParsed: 1, functionsRead: 1 },
    answers: first.answers,
  });
  await project.write({ "shared.ts": "export interface Shared { tags: number[] }\n" });
  const edited = await done();
  assert.deepEqual(edited.counts, { filesParsed: 1, functionsRead: 3 });
  assert.match(
    JSON.stringify(edited.answers[0]),
    /"tags":{"type":"array","items":{"type":"number"}}/,
  );
  await project.write({
    "more.ts": "export interface More { more: boolean }\n",
    "shared.ts": 'import type { More } from "./more.ts";\nexport type Shared = More;\n',
  });
  const more = await done();
  assert.deepEqual(more.counts, { filesParsed: 2, functionsRead: 3 });
  assert.match(JSON.stringify(more.answers[0]), /"more":{"type":"boolean"}/);
});
