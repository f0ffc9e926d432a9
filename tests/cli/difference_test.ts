import assert from "node:assert/strict";
import { type Difference, differenceOf } from "../../src/cli/difference.ts";
import { differenceLines } from "../../src/cli/difference_lines.ts";
import { fingerprintOf } from "../../src/cli/fingerprint.ts";
import { placeOf, snapshotOf } from "../../src/cli/snapshot.ts";
import type { PermissionSet } from "../../src/server/permissions.ts";

/** A component as `inspect --json` prints it. */
type Part = Record<string, unknown>;

/** What `inspect --json` prints of a server with tools, whose project is in a folder. */
function inspection(tools: readonly Part[], folder = "/home/p/", module: string | null = null) {
  const server = { name: "s", version: "1.0.0", capabilities: {} };
  return { folder, module, server, tools, resources: [], resourceTemplates: [], prompts: [] };
}

function tool(permissions: PermissionSet | string, more: Part = {}): Part {
  const isolation = permissions === "inherit" ? "inline" : "process";
  return { name: "t", enabled: true, tags: [], tokens: 1, isolation, permissions, ...more };
}

function compared(before: unknown, now: unknown): Difference {
  const place = placeOf("/home/p/");
  return differenceOf(snapshotOf(before, place), snapshotOf(now, place), "/home/p/");
}

/** What a tool wants more of, by what it was and is. */
function wants(before: PermissionSet | string, now: PermissionSet | string): readonly string[] {
  const { rights } = compared(inspection([tool(before)]), inspection([tool(now)]));
  return rights.flatMap(({ wants }) => wants);
}

Deno.test("diff: a kind, an entry, or a wider one wants more rights; what the old ones cover does not", () => {
  const inline = ["to run in the server's process, with all that it may touch"];
  const net = (...allow: string[]): PermissionSet => ({ net: { allow } });
  const read = (...allow: string[]): PermissionSet => ({ read: { allow } });
  for (
    const [before, now, expected] of [
      [{}, net("example.com"), ["net=example.com"]],
      [net("example.com"), net("example.com:443"), []],
      [net("example.com:443"), net("example.com"), ["net=example.com"]],
      [net("a.com", "b.com"), net("b.com"), []],
      [net("a.com"), { net: { allow: true } }, ["net"]],
      [{ net: { allow: true } }, net("a.com"), []],
      [{ net: { allow: true } }, { net: { allow: true } }, []],
      [read("/home/p/data"), read("/home/p/data/a", "/etc"), ["read=/etc"]],
      [read("/home/p/data"), read("/home/p"), ["read=."]],
      [read("/"), read("/home/p/x"), []],
      [read("/a"), { ...read("/a"), write: { allow: ["/a"] } }, ["write=/a"]],
      [{}, "inherit", inline],
      ["inherit", {}, []],
      ["inherit", "inherit", []],
      ["named", "named", []],
      [{}, "named", ['the permissions "named" of deno.json, which cannot be read here']],
      ["named", net("a.com"), ["net=a.com"]],
      // No host at all, but the same as before.
      [net("a b"), net("a b"), []],
    ] as const
  ) {
    assert.deepEqual(wants(before, now), expected, JSON.stringify([before, now]));
  }
});

Deno.test("diff: what was denied within what is allowed, and is not any more, is a right", () => {
  const denied = (deny?: true | string[]): PermissionSet => ({
    read: { allow: ["/home/p"], ...(deny === undefined ? {} : { deny }) },
  });
  assert.deepEqual(wants(denied(["/home/p/secret"]), denied()), [
    "read=./secret, which was denied",
  ]);
  assert.deepEqual(wants(denied(["/home/p/a/b"]), denied(["/home/p/a"])), []);
  assert.deepEqual(wants(denied(["/etc"]), denied()), []);
  assert.deepEqual(wants(denied(true), denied()), ["read=."]);
  assert.deepEqual(wants(denied(), denied(["/home/p/secret"])), []);
  const ignored: PermissionSet = { env: { allow: true, ignore: ["KEY"] } };
  assert.deepEqual(wants(ignored, { env: { allow: true } }), ["env=KEY, which was denied"]);
});

Deno.test("diff: a new component wants what it may touch, and a new server.ts its own process; one that may touch nothing wants nothing", () => {
  const now = inspection(
    [tool({}, { name: "none" }), tool("inherit", { name: "in" })],
    "/home/p/",
    "server.ts",
  );
  const { rights, added, removed } = compared(inspection([tool({})]), now);
  assert.deepEqual(rights.map(({ kind, key, wants }) => [kind, key, wants.length]), [
    ["server", "s", 1],
    ["tool", "in", 1],
  ]);
  assert.match(rights[0].wants[0], /server\.ts/);
  assert.deepEqual(added.map(({ key }) => key), ["in", "none"]);
  assert.deepEqual(removed, [{ kind: "tool", key: "t" }]);
});

Deno.test("diff: changes are told part by part, and readOnlyHint that is dropped is a change and no right", () => {
  const before = tool({}, {
    description: "Adds.",
    inputSchema: { properties: { a: { minimum: 1 }, b: {} }, required: ["a"] },
    annotations: { readOnlyHint: true },
  });
  const now = tool({}, {
    description: "Adds two.",
    inputSchema: { properties: { a: { minimum: 0 }, "c d": {} }, required: ["a", "c d"] },
    enabled: false,
  });
  const difference = compared(inspection([before]), inspection([now]));
  assert.deepEqual(difference.rights, []);
  assert.deepEqual(differenceLines(difference), [
    "Changed:",
    '  tool "t"',
    '    description: "Adds." → "Adds two."',
    "    inputSchema.properties.a.minimum: 1 → 0",
    "    inputSchema.properties.b: {} is gone",
    '    inputSchema.properties["c d"]: {} is new',
    '    inputSchema.required: ["a"] → ["a","c d"]',
    '    annotations: {"readOnlyHint":true} is gone',
    "    enabled: true → false",
  ]);
});

Deno.test("diff, fingerprint: paths of the project are its own wherever it is, and order says nothing", async () => {
  const at = (folder: string) => [
    tool({ read: { allow: [`${folder}data`, folder.slice(0, -1), "/etc"] } }, { name: "a" }),
    tool({}, { name: "b", meta: { file: `file://${folder}x` } }),
  ];
  const here = inspection(at("/home/p/"));
  const there = inspection(at("/home/other/copy/").reverse(), "/home/other/copy/");
  assert.deepEqual(differenceLines(compared(there, here)), [
    "No difference: a host sees the same, and the same may be touched.",
  ]);
  assert.equal(await fingerprintOf(here), await fingerprintOf(there));
  assert.match(await fingerprintOf(here), /^[0-9a-f]{64}$/);
  for (
    const other of [
      inspection([tool({ read: { allow: ["/home/q/data", "/home/p", "/etc"] } }, { name: "a" })]),
      inspection(at("/home/p/").map((each) => ({ ...each, description: "new" }))),
      inspection(at("/home/p/").map((each) => ({ ...each, enabled: false }))),
      inspection(at("/home/p/"), "/home/p/", "server.ts"),
      { ...here, server: { ...here.server, version: "1.0.1" } },
    ]
  ) {
    assert.notEqual(await fingerprintOf(other), await fingerprintOf(here));
  }
});

Deno.test("diff: what is not of inspect is refused, and says what it lacks", () => {
  const place = placeOf("/home/p/");
  for (
    const [value, says] of [
      [null, /no server/],
      [{ server: {} }, /no name of a server/],
      [{ server: { name: "s" }, tools: [] }, /no resources/],
      [inspection([{ name: "t" }]), /a tool without what inspect says of it/],
      [inspection([tool({ net: { allow: "x" } } as never)]), /a tool without what inspect says/],
    ] as const
  ) {
    assert.throws(() => snapshotOf(value, place), says);
  }
});
