import assert from "node:assert/strict";
import { PERMISSION_KINDS, type PermissionKind } from "../../src/server/permissions.ts";
import { fakeJsr } from "../support/fake_jsr.ts";
import { HttpClient } from "../support/http_client.ts";
import { HttpProcess } from "../support/http_server.ts";
import { Project } from "../support/project.ts";
import { CLI, path, ROOT, ServerProcess } from "../support/server_process.ts";

/** What a tool touches, and entries that allow less than it, just it, and more. */
interface Kind {
  readonly target: string;
  /** What it returns where it is allowed. */
  readonly gives: string;
  /** The target as Deno names it. */
  readonly named: string;
  readonly narrower: string;
  readonly exact: string;
  readonly wider: string | true;
}

type Kinds = Readonly<Record<PermissionKind, Kind>>;

const WAYS = ["undeclared", "narrower", "exact", "wider"] as const;

/** A library that every Linux has, by its real path. */
async function library(): Promise<string> {
  for (const folder of ["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/lib"]) {
    try {
      return await Deno.realPath(`${folder}/libc.so.6`);
    } catch {
      // It is in another one.
    }
  }
  throw new Error("no libc.so.6 was found, which the test of ffi opens");
}

async function kindsIn(project: Project, port: number): Promise<Kinds> {
  const host = `127.0.0.1:${port}`;
  const libc = await library();
  const file = (name: string) => project.path(name);
  return {
    read: {
      target: file("data/a.txt"),
      gives: "a",
      named: file("data/a.txt"),
      narrower: file("data/inner"),
      exact: file("data/a.txt"),
      wider: file("data"),
    },
    write: {
      target: file("out/a.txt"),
      gives: "written",
      named: file("out/a.txt"),
      narrower: file("out/inner"),
      exact: file("out/a.txt"),
      wider: file("out"),
    },
    net: {
      target: `http://${host}/`,
      gives: "hello",
      named: host,
      narrower: "127.0.0.1:1",
      exact: host,
      wider: "127.0.0.1",
    },
    env: {
      target: "MATRIX_A",
      gives: "a",
      named: "MATRIX_A",
      narrower: "MATRIX_B",
      exact: "MATRIX_A",
      wider: true,
    },
    sys: {
      target: "hostname",
      gives: "named",
      named: "hostname",
      narrower: "osRelease",
      exact: "hostname",
      wider: true,
    },
    run: {
      target: "echo",
      gives: "ran",
      named: "echo",
      narrower: "cat",
      exact: "echo",
      wider: true,
    },
    ffi: {
      target: libc,
      gives: "opened",
      named: libc,
      narrower: file("none.so"),
      exact: libc,
      wider: true,
    },
    import: {
      target: `http://${host}/module.js`,
      gives: "imported",
      named: host,
      narrower: "127.0.0.1:1",
      exact: host,
      wider: "127.0.0.1",
    },
  };
}

const nameOf = (kind: PermissionKind, way: typeof WAYS[number]) => `${kind}_${way}`;

function rowsOf(kinds: Kinds) {
  return PERMISSION_KINDS.flatMap((kind) =>
    WAYS.map((way) => {
      const entry = way === "undeclared" ? undefined : kinds[kind][way];
      const permissions = entry === undefined ? {} : { [kind]: entry === true ? true : [entry] };
      return { name: nameOf(kind, way), act: kind, permissions };
    })
  );
}

/** The exact answer to a call: text, and whether it is an error. */
function expected(kinds: Kinds, kind: PermissionKind, way: typeof WAYS[number]): [string, boolean] {
  const { gives, named, wider } = kinds[kind];
  if (way === "exact") return [gives, false];
  const tool = `Tool "${nameOf(kind, way)}"`;
  if (way === "wider") {
    const [what, value] = wider === true ? ["", ""] : [` "${wider}"`, `=${wider}`];
    return [
      `${tool} declares ${kind}${what}, which --limit does not grant; add --limit ${kind}${value}`,
      true,
    ];
  }
  return [
    `${tool} may not access ${kind} "${named}"; to allow it, declare permissions: { ${kind}: ["${named}"] }`,
    true,
  ];
}

/** Calls every tool of the matrix, and compares. */
async function checkAll(
  t: Deno.TestContext,
  kinds: Kinds,
  // deno-lint-ignore no-explicit-any
  call: (name: string, args: Record<string, unknown>) => Promise<any>,
): Promise<void> {
  for (const kind of PERMISSION_KINDS) {
    await t.step(kind, async () => {
      for (const way of WAYS) {
        const { content, isError = false } = await call(nameOf(kind, way), {
          target: kinds[kind].target,
        });
        assert.deepEqual([content[0].text, isError], expected(kinds, kind, way), way);
      }
    });
  }
}

Deno.test("every kind of permission, declared in every way, over stdio and HTTP, from the checkout and from a registry", async (t) => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) =>
      request.url.endsWith(".js")
        ? new Response('export default "imported";', {
          headers: { "content-type": "application/javascript" },
        })
        : new Response("hello"),
  );
  await using jsr = await fakeJsr();
  const fixture = (name: string) => Deno.readTextFile(path(`tests/fixtures/permissions/${name}`));
  await using project = await Project.make({
    "data/a.txt": "a",
    "data/inner/b.txt": "b",
    "out/inner/b.txt": "b",
    "acts.ts": await fixture("acts.ts"),
    "server.ts": await fixture("server.ts"),
  });
  const kinds = await kindsIn(project, server.addr.port);
  const limits = PERMISSION_KINDS.flatMap((kind) => {
    const { narrower, exact } = kinds[kind];
    return ["--limit", `${kind}=${narrower},${exact}`];
  });
  const env = {
    MATRIX: JSON.stringify(rowsOf(kinds)),
    MATRIX_A: "a",
    MATRIX_B: "b",
  };
  const origins = {
    "the checkout": { cli: CLI, package: new URL("mod.ts", ROOT).href, env },
    "a registry": {
      cli: `jsr:${jsr.name}/cli`,
      package: `jsr:${jsr.name}@${jsr.version}`,
      env: { ...env, ...jsr.env },
    },
  };
  for (const [origin, { cli, package: own, env }] of Object.entries(origins)) {
    await project.write({ "deno.json": { imports: { "@x/mcp": own } } });
    const args = ["run", "-A", "--config", project.path("deno.json"), cli, "run", ...limits];
    await t.step(`over stdio, from ${origin}`, async (t) => {
      await using server = new ServerProcess({
        args: [...args, project.path("server.ts")],
        cwd: project.folder,
        env,
      });
      await checkAll(t, kinds, async (name, args) => {
        const params = { name, arguments: args };
        return (await server.client.ask("modern", "tools/call", params)).result;
      });
    });
    await t.step(`over HTTP, from ${origin}`, async (t) => {
      await using server = await HttpProcess.start(
        [...args, "--port", "0", project.path("server.ts")],
        { cwd: project.folder, env },
      );
      const client = new HttpClient(server.url, "modern");
      await checkAll(
        t,
        kinds,
        async (name, args) =>
          (await client.request("tools/call", { name, arguments: args })).result,
      );
    });
  }
});
