import assert from "node:assert/strict";
import { McpServer } from "@x/mcp";
import "../support/quiet.ts";

const make = () => new McpServer({ name: "isolation", version: "1.0.0" });
const module = new URL("../fixtures/in_module.ts", import.meta.url);

/** A function that this module exports, for those that have to be. */
export function add(a: number, b: number): number {
  return a + b;
}

Deno.test("isolation: what declares nothing, or inherits, runs in the server's process", async () => {
  const mcp = make()
    .tool("closure", {}, () => 1)
    .tool("inherits", { permissions: "inherit" }, () => 1)
    .tool("inline", { isolation: "inline" }, () => 1)
    .tool("both", { permissions: "inherit", isolation: "inline" }, () => 1)
    .tool("module", { module })
    .tool("module_inherits", { module, permissions: "inherit" })
    .tool(add, import.meta, { permissions: "inherit" })
    .resource("data://x", { isolation: "inline" }, () => "x")
    .prompt("p", { permissions: "inherit" }, () => "x");
  const { components, permissions } = await mcp.describe();
  assert.equal(components.length, 9);
  for (const { key, isolation, permissions } of components) {
    assert.deepEqual([isolation, permissions], ["inline", "inherit"], key);
  }
  assert.deepEqual(permissions, { union: {}, run: [] });
});

Deno.test("isolation: a constant stands in the server's process, and may touch nothing", async () => {
  const mcp = make().resource("data://x", {}, "constant");
  for (const sandboxed of [false, true]) {
    if (sandboxed) mcp.tool("apart", { module, isolation: "process" });
    const { components: [{ isolation, permissions }] } = await mcp.describe();
    assert.deepEqual([isolation, permissions], ["inline", {}]);
  }
});

Deno.test("isolation: what declares permissions, or a process, runs in a process with just that", async () => {
  const mcp = make()
    .tool("net", { module, permissions: { net: ["example.com"], read: [], env: false } })
    .tool("nothing", { module, permissions: "none" })
    .tool("apart", { module, isolation: "process", pool: 2 })
    .tool(add, import.meta, { permissions: { run: ["git"] }, warm: false, memoryMb: 64 })
    .resource("data://x", { module, permissions: { sys: ["hostname"] } })
    .resource("data://x/{id}", { module, export: "read", permissions: { run: true } })
    .prompt("p", { module, isolation: "process", permissions: { env: ["A"] }, idleMs: 0 });
  const { components, permissions } = await mcp.describe();
  assert.deepEqual(
    components.map(({ key, isolation, permissions }) => [key, isolation, permissions]),
    [
      ["net", "process", { net: { allow: ["example.com"] } }],
      ["nothing", "process", {}],
      ["apart", "process", {}],
      ["add", "process", { run: { allow: ["git"] } }],
      ["data://x", "process", { sys: { allow: ["hostname"] } }],
      ["data://x/{id}", "process", { run: { allow: true } }],
      ["p", "process", { env: { allow: ["A"] } }],
    ],
  );
  assert.deepEqual(permissions, {
    union: {
      net: { allow: ["example.com"] },
      env: { allow: ["A"] },
      sys: { allow: ["hostname"] },
      run: { allow: true },
    },
    run: [
      { kind: "server", key: "isolation", programs: ["deno"] },
      { kind: "tool", key: "add", programs: ["git"] },
      { kind: "resource template", key: "data://x/{id}", programs: true },
    ],
  });
});

Deno.test("isolation: a set that cannot be read is a warning, beside what is declared", async () => {
  const { components: [named, wrong] } = await make()
    .tool("named", { description: "x", module, permissions: "no such set" })
    .tool("wrong", { description: "x", module, permissions: { net: ["a b"] } })
    .describe();
  assert.equal(named.permissions, "no such set");
  assert.match(named.warnings.join(), /^it declares .*no such set/);
  assert.deepEqual(wrong.permissions, { net: { allow: ["a b"] } });
  assert.match(wrong.warnings.join(), /^it declares net "a b", /);
});

Deno.test("isolation: options that are wrong, or say two things at once, are refused by name", () => {
  // deno-lint-ignore no-explicit-any
  const wrong: readonly (readonly [Record<string, any>, RegExp])[] = [
    [{ permissions: "" }, /permissions: give "none", "inherit", or a record/],
    [{ permissions: true }, /permissions: give "none", "inherit", or a record/],
    [{ permissions: ["net"] }, /permissions: give "none", "inherit", or a record/],
    [{ permissions: { network: true } }, /network is none of read, .*; did you mean "net"\?$/],
    [
      { permissions: { net: "example.com" } },
      /net is a list; write \{ net: \["example\.com"\] \}$/,
    ],
    [{ permissions: { net: 5 } }, /permissions: net is true, false, or a list/],
    [{ permission: "none" }, /permission is no option; write permissions$/],
    [{ isolated: "process" }, /isolated is no option; write isolation$/],
    [{ permissions: { net: [""] } }, /permissions: net is true, false, or a list/],
    [{ permissions: { net: "inherit" } }, /permissions: net cannot be inherited by itself/],
    [{ isolation: "worker" }, /isolation is "process" or "inline", not "worker"/],
    [{ permissions: "inherit", isolation: "process" }, /leave isolation out, or name what/],
    [{ permissions: "none", isolation: "inline" }, /leave isolation out, or write permissions/],
    [{ permissions: {}, isolation: "inline" }, /leave isolation out, or write permissions/],
    [{ pool: 2 }, /pool is for sandboxes.*add permissions, or isolation: "process"/],
    [{ warm: true }, /warm is for sandboxes/],
    [{ idleMs: 5, permissions: "inherit" }, /idleMs is for sandboxes/],
    [{ memoryMb: 64, isolation: "inline" }, /memoryMb is for sandboxes/],
    [{ permissions: "none", pool: 0 }, /pool must be a whole number from 1 to 64/],
    [{ permissions: "none", pool: 1.5 }, /pool must be a whole number from 1 to 64/],
    [{ permissions: "none", warm: "yes" }, /warm must be true or false/],
    [{ permissions: "none", idleMs: -1 }, /idleMs must be milliseconds from 0 to/],
    [{ permissions: "none", memoryMb: 8 }, /memoryMb must be a whole number of megabytes from 16/],
    [{ permissions: "none", timeout: 0 }, /timeout: give milliseconds, more than 0/],
  ];
  for (const [options, says] of wrong) {
    for (
      const [kind, key, register] of [
        ["tool", "t", () => make().tool("t", { module, ...options })],
        ["tool", "add", () => make().tool(add, import.meta, options)],
        ["resource", "data://x", () => make().resource("data://x", { module, ...options })],
        ["prompt", "p", () => make().prompt("p", { module, ...options })],
      ] as const
    ) {
      assert.throws(register, (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, says);
        assert.ok(error.message.startsWith(`Cannot register ${kind} "${key}": `), error.message);
        assert.ok(!error.message.includes("\n"));
        return true;
      });
    }
  }
});

Deno.test("isolation: what no other process can load is refused, with the ways out", () => {
  for (const options of [{ permissions: "none" }, { isolation: "process" }] as const) {
    const [option] = Object.keys(options);
    for (
      const [register, ways] of [
        [
          () => make().tool("t", options, () => 1),
          [
            `mcp.tool(fn, import.meta, { ${option} })`,
            `mcp.tool("t", { module: new URL("./x.ts", import.meta.url), ${option} })`,
          ],
        ],
        [
          () => make().resource("data://x", options, "constant"),
          [
            `mcp.resource("data://x", fn, import.meta, { ${option} })`,
            `mcp.resource("data://x", { module: new URL("./x.ts", import.meta.url), ${option} })`,
          ],
        ],
        [
          () => make().resource("data://{x}", options, () => 1),
          [`mcp.resource("data://{x}", fn, import.meta, { ${option} })`],
        ],
        [
          () => make().prompt("p", options, () => "x"),
          [
            `mcp.prompt(fn, import.meta, { ${option} })`,
            `mcp.prompt("p", { module: new URL("./x.ts", import.meta.url), ${option} })`,
          ],
        ],
      ] as const
    ) {
      assert.throws(register, (error: Error) => {
        assert.match(error.message, /^Cannot register .*: (permissions|isolation): what is given/);
        for (const way of ways) assert.ok(error.message.includes(way), error.message);
        return true;
      });
    }
  }
});

Deno.test("isolation: a function that its module does not export is a problem at its place", async () => {
  function kept(a: number): number {
    return a;
  }
  const mcp = make();
  mcp.tool(kept, import.meta, { permissions: "none" });
  mcp.tool(add, import.meta, { permissions: "none" });
  await assert.rejects(mcp.describe(), (error: Error) => {
    assert.match(
      error.message,
      /^tests\/server\/isolation_test\.ts:\d+:\d+: Cannot register tool "kept": this module does not export kept, .* write export before it, export \{ kept \}, or export const kept = … for a part of something else$/,
    );
    return true;
  });
});

Deno.test("isolation: options of a module that are wrong are refused, with what to write", () => {
  for (
    const [options, says] of [
      [
        { module: "./x.ts" },
        /module: give its URL, as in new URL\("\.\/x\.ts", import\.meta\.url\)/,
      ],
      [{ module: 5 }, /module: give its URL/],
      [{ module: "C:\\tools\\x.ts" }, /module: give its URL/],
      [{ module, export: "" }, /export: give the name/],
      [{ module, inject: { a: () => 1 } }, /inject: .*write export const inject = \{ … \} there/],
      // deno-lint-ignore no-explicit-any
    ] as readonly (readonly [any, RegExp])[]
  ) {
    assert.throws(() => make().tool("t", options), says);
    assert.throws(() => make().resource("data://x", options), says);
    assert.throws(() => make().prompt("p", options), says);
  }
  // deno-lint-ignore no-explicit-any
  const tool = (...given: any[]) => () => (make().tool as any)(...given);
  assert.throws(tool("t", { module }, () => 1), /module: it has the function already/);
});

Deno.test("isolation: a component in a process of its own is replaced, hidden and taken out as others are", async () => {
  const mcp = new McpServer({ name: "isolation", version: "1.0.0", onDuplicate: "replace" });
  mcp.tool("t", { module, permissions: "none", tags: ["x"] });
  mcp.tool("t", { module, permissions: { env: ["A"] }, tags: ["x"], enabled: false });
  assert.equal(mcp.enable({ tag: "x" }), 1);
  assert.deepEqual((await mcp.describe()).components[0].permissions, { env: { allow: ["A"] } });
  assert.equal(mcp.remove("t"), 1);
  assert.deepEqual((await mcp.describe()).permissions, { union: {}, run: [] });
});
