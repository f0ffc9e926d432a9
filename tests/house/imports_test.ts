import assert from "node:assert/strict";
import { deno, path, ROOT } from "../support/server_process.ts";

interface Module {
  readonly specifier: string;
  readonly dependencies?: ReadonlyArray<{
    readonly specifier: string;
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }>;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  /** Whether the import is gone at run time, or made only when it is needed. */
  readonly lazy: boolean;
  /** Whether it is gone at run time. */
  readonly erased: boolean;
}

const ENTRIES = [
  "mod.ts",
  "cli.ts",
  "src/app/current_context.ts",
  "src/app/signatures/child.ts",
  "src/sandbox/child/host.ts",
  "src/sandbox/main_source.ts",
  "src/transport/guard.ts",
  "src/client/testing.ts",
];

/** Which rooms stand how high; an import goes to a lower one, or stays in its room. */
const HEIGHT: Readonly<Record<string, number>> = {
  content: 0,
  schema: 0,
  deno: 1,
  server: 1,
  auth: 2,
  ops: 2,
  protocol: 2,
  sandbox: 2,
  transport: 2,
  app: 3,
  client: 4,
  project: 4,
  cli: 5,
};

const NPM = /^npm:/;

async function graph(): Promise<Edge[]> {
  const edges: Edge[] = [];
  for (const entry of ENTRIES) {
    const { stdout } = await deno(["info", "--json", path(entry)], { cwd: path("") });
    const { modules } = JSON.parse(stdout) as { modules: Module[] };
    for (const { specifier, dependencies = [] } of modules) {
      if (!specifier.startsWith(ROOT.href)) continue;
      for (const dependency of dependencies) {
        for (const side of ["code", "type"] as const) {
          const to = dependency[side]?.specifier;
          if (to === undefined) continue;
          edges.push({
            from: specifier.slice(ROOT.href.length),
            to: to.startsWith(ROOT.href) ? to.slice(ROOT.href.length) : to,
            lazy: side === "type" || dependency.isDynamic === true,
            erased: side === "type",
          });
        }
      }
    }
  }
  return edges;
}

const edges = await graph();
const room = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];

Deno.test("house: imports point one way", () => {
  assert.ok(edges.length > 100);
  const wrong = edges.filter(({ from, to }) => {
    const [here, there] = [room(from), room(to)];
    if (here === undefined) return false;
    if (there === undefined) {
      return !(to === "deno.json" || to === "cli.ts" || NPM.test(to) || to.startsWith("node:"));
    }
    assert.ok(here in HEIGHT && there in HEIGHT, `${from} → ${to}: a room nobody knows`);
    return here !== there && HEIGHT[there] >= HEIGHT[here];
  });
  assert.deepEqual(wrong, []);
});

Deno.test("house: server, schema and content know no SDK and no Deno", async () => {
  const low = (file: string) => ["server", "schema", "content"].includes(room(file) ?? "");
  assert.deepEqual(
    edges.filter(({ from, to, lazy }) =>
      low(from) && (/modelcontextprotocol/.test(to) || /^node:/.test(to) && !lazy)
    ),
    [],
  );
  for (const file of new Set(edges.map(({ from }) => from).filter(low))) {
    const source = await Deno.readTextFile(path(file));
    const code = source.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
    assert.doesNotMatch(code, /\bDeno\./, file);
  }
});

Deno.test("house: there is no circle of imports, of types neither", () => {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) assert.fail([...trail.slice(trail.indexOf(file)), file].join(" → "));
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...trail, file]);
    done.add(file);
  };
  for (const entry of ENTRIES) visit(entry, []);
});

/** What an entry leads to by some of the imports. */
function reachedFrom(entry: string, some: (edge: Edge) => boolean): Set<string> {
  const next = Map.groupBy(edges.filter(some), ({ from }) => from);
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { to } of next.get(file) ?? []) visit(to);
  };
  visit(entry);
  return reached;
}

Deno.test("house: what mod.ts imports at once leads to no package", () => {
  const reached = reachedFrom("mod.ts", ({ lazy }) => !lazy);
  assert.ok(reached.has("src/server/registry.ts"));
  assert.deepEqual([...reached].filter((file) => NPM.test(file) || file.startsWith("node:")), []);
});

Deno.test("house: the TypeScript compiler is loaded by the process that reads signatures, and by no other", () => {
  const compiler = /^npm:\/?typescript@/;
  const importers = edges.filter(({ to }) => compiler.test(to)).map(({ from }) => from);
  assert.deepEqual([...new Set(importers)], ["src/schema/from_types/typescript.ts"]);
  for (const entry of ENTRIES) {
    const loads = [...reachedFrom(entry, ({ erased }) => !erased)].some((to) => compiler.test(to));
    assert.equal(loads, entry === "src/app/signatures/child.ts", entry);
  }
});

Deno.test("house: nothing is imported from where only some machines can reach", () => {
  const all = edges.map(({ to }) => to).filter((to) =>
    !/^(src\/|mod|cli|deno\.json|npm:|node:)/.test(to)
  );
  assert.deepEqual(all, []);
});
