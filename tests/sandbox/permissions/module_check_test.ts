import assert from "node:assert/strict";
import { checkModules } from "../../../src/sandbox/permissions/module_check.ts";
import type { PermissionSet } from "../../../src/server/permissions.ts";
import { fakeJsr } from "../../support/fake_jsr.ts";
import { Project } from "../../support/project.ts";
import { deno, path } from "../../support/server_process.ts";

/** A project in `app/` of a folder, beside what is not of it. */
async function workspace(files: Readonly<Record<string, string | object>> = {}): Promise<Project> {
  const project = await Project.make({
    "outside.ts": "export default 1;",
    "outside.json": {},
    "types.ts": "export type T = 1;",
    "app/deno.json": { imports: { "#outside": "../outside.ts", "#inside": "./inside.ts" } },
    "app/inside.ts": "export default 1;",
    "app/inside.json": {},
    "app/inside.d.ts": "declare const a: 1;\nexport default a;",
    ...files,
  });
  await Deno.symlink("../outside.ts", project.path("app/link.ts"));
  await Deno.symlink("inside.ts", project.path("app/inner_link.ts"));
  return project;
}

async function check(
  project: Project,
  code: string,
  permissions: PermissionSet = {},
): Promise<readonly string[]> {
  await project.write({ "app/tools/a.ts": code });
  const modules = [project.url("app/tools/a.ts")];
  return (await checkModules(modules, project.path("app/"), permissions)).flags;
}

Deno.test("checkModules lets pass what belongs to the project, packages, and types", async () => {
  await using project = await workspace();
  for (
    const code of [
      'import "../inside.ts"; import "#inside"; await import("../inside.ts");',
      'import "../inner_link.ts"; import "node:fs"; import "npm:zod";',
      'import a from "../inside.json" with { type: "json" }; console.log(a);',
      'import a from "../inside.ts" with { type: "text" }; console.log(a);',
      'import type { T } from "../../types.ts"; export type U = T;',
      `import { McpServer } from ${JSON.stringify(new URL("../../../mod.ts", import.meta.url))};`,
    ]
  ) {
    assert.deepEqual(await check(project, code), [], code);
  }
});

Deno.test("checkModules refuses files outside of the project, however they are named", async () => {
  await using project = await workspace();
  const outside = (specifier: string, file = "outside.ts") =>
    `tools/a.ts imports "${specifier}", a file outside of its project (${project.path(file)}); ` +
    `move it below ${project.path("app/")}, or publish it as a package`;
  const rows: [string, string][] = [
    ['import "../../outside.ts";', outside("../../outside.ts")],
    ['export * from "../../outside.ts";', outside("../../outside.ts")],
    ['await import("../../outside.ts");', outside("../../outside.ts")],
    ['import "#outside";', outside("#outside")],
    [
      'import a from "../../outside.ts" with { type: "text" }; console.log(a);',
      outside("../../outside.ts"),
    ],
    [
      'import a from "../../outside.json" with { type: "json" }; console.log(a);',
      outside("../../outside.json", "outside.json"),
    ],
    // Its types are within the project, its code is not.
    [
      '// @deno-types="../inside.d.ts"\nimport a from "../../outside.ts"; console.log(a);',
      outside("../../outside.ts"),
    ],
    [
      'import "../link.ts";',
      `tools/a.ts imports "../link.ts", which leads out of its project through a symlink ` +
      `(${project.path("outside.ts")}); move it below ${
        project.path("app/")
      }, or publish it as a package`,
    ],
  ];
  for (const [code, message] of rows) {
    await assert.rejects(check(project, code), { name: "TypeError", message }, code);
  }
  await project.write({ "app/far.ts": 'import "../outside.ts";' });
  await assert.rejects(
    check(project, 'import "../far.ts";'),
    /^TypeError: far.ts imports "..\/outside/,
  );
  const data = `data:text/javascript,import%20${JSON.stringify(project.url("outside.ts"))}`;
  await assert.rejects(check(project, `import '${data}';`), /a file outside of its project/);
  await assert.rejects(
    checkModules([project.url("app/link.ts")], project.path("app/"), {}),
    /^TypeError: the module link.ts, which leads out of its project through a symlink/,
  );
});

Deno.test("checkModules refuses modules of hosts that import does not declare", async () => {
  await using project = await workspace();
  await using server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request): Response => {
      const { pathname, port } = new URL(request.url);
      if (pathname === "/to_other.ts") return Response.redirect(`http://localhost:${port}/a.ts`);
      return new Response("export default 1;", { headers: { "content-type": "text/typescript" } });
    },
  );
  const { port } = server.addr;
  const url = `http://127.0.0.1:${port}/a.ts`;
  await assert.rejects(check(project, `import "${url}";`), {
    message: `tools/a.ts imports "${url}", a module of a host that is not declared; ` +
      `declare permissions: { import: ["127.0.0.1:${port}"] }`,
  });
  // Nobody on JSR, although it looks so.
  const alike = `http://127.0.0.1:${port}/@x/mcp/1.0.0/a.ts`;
  await assert.rejects(check(project, `import "${alike}";`), /a host that is not declared/);
  const declared: PermissionSet = { import: { allow: ["127.0.0.1"] } };
  assert.deepEqual(await check(project, `import "${url}";`, declared), []);
  assert.deepEqual(await check(project, `import "${url}";`, { import: { allow: true } }), []);
  const redirected = `import "http://127.0.0.1:${port}/to_other.ts";`;
  await assert.rejects(check(project, redirected, declared), /import: \["localhost:\d+"\]/);
  // Of a server that is run from there.
  const checked = await checkModules([url], project.path("app/"), {});
  assert.deepEqual(checked, { flags: [], downloaded: false });
});

Deno.test("checkModules names what cannot be loaded", async () => {
  await using project = await workspace({ "app/wrong.ts": "let a = ;" });
  const rows: [string, RegExp][] = [
    [
      'import "./missing.ts";',
      /^TypeError: tools\/a.ts imports "\.\/missing.ts", which cannot be loaded: Module not found [^\n]*$/,
    ],
    [
      'import "nobody_says";',
      /^TypeError: tools\/a.ts imports "nobody_says", which cannot be loaded: deno.json says nothing of it$/,
    ],
    [
      'import "../wrong.ts";',
      /^TypeError: tools\/a.ts imports "..\/wrong.ts", which cannot be loaded: [^\n]*$/,
    ],
  ];
  for (const [code, message] of rows) await assert.rejects(check(project, code), message, code);
  await assert.rejects(
    checkModules([project.url("app/nothing.ts")], project.path("app/"), {}),
    /^TypeError: the module nothing.ts cannot be loaded: Module not found [^\n]*$/,
  );
  await project.write({ "app/deno.json": "{ wrong" });
  await assert.rejects(
    check(project, ""),
    /^TypeError: Deno cannot tell what the modules import: [^\n]*$/,
  );
});

Deno.test("checkModules lets pass what Deno finds in node_modules, and not where links of it lead", async () => {
  await using project = await workspace({
    "package.json": { name: "all", dependencies: { inner: "1.0.0", linked: "1.0.0" } },
    "app/package.json": { name: "app", dependencies: { inner: "1.0.0", linked: "1.0.0" } },
    "app/deno.json": { nodeModulesDir: "manual" },
    "node_modules/inner/package.json": {
      name: "inner",
      version: "1.0.0",
      type: "module",
      main: "a.js",
    },
    "node_modules/inner/a.js": "export default 1;",
    "linked/package.json": { name: "linked", version: "1.0.0", type: "module", main: "a.js" },
    "linked/a.js": "export default 1;",
  });
  await Deno.symlink("../linked", project.path("node_modules/linked"));
  assert.deepEqual(await check(project, 'import "inner";'), []);
  await assert.rejects(
    check(project, 'import "linked";'),
    /^TypeError: tools\/a.ts imports "linked", a file outside of its project \(.*\/linked\/a.js\)/,
  );
});

Deno.test("checkModules needs no right to read code, and adds the registry where hosts are named", async () => {
  await using jsr = await fakeJsr();
  await using project = await workspace({
    "app/deno.json": {},
    "app/tool.ts": `import { McpServer } from "jsr:@x/mcp";\nconsole.log(typeof McpServer);`,
    "app/linking.ts": 'import "./link.ts";',
    "main.ts": `
      import { checkModules } from ${
      JSON.stringify(path("src/sandbox/permissions/module_check.ts"))
    };
      const [url, folder, permissions] = JSON.parse(Deno.args[0]);
      const checked = checkModules([url], folder, permissions);
      console.log(await checked.then(({ flags }) => flags, (error) => error.message));
    `,
  });
  const run = (flags: readonly string[], ...args: unknown[]) =>
    deno([
      "run",
      "--no-prompt",
      "--no-check",
      `--config=${path("deno.json")}`,
      ...flags,
      project.path("main.ts"),
      JSON.stringify(args),
    ], { env: jsr.env });
  const linking = await run(
    ["--allow-run=deno"],
    project.url("app/linking.ts"),
    project.path("app/"),
    {},
  );
  assert.match(linking.stdout, /which leads out of its project through a symlink/, linking.stderr);
  const tool = project.url("app/tool.ts");
  const folder = project.path("app/");
  assert.equal((await run(["-A"], tool, folder, {})).stdout, "[]\n");
  const named = await run(["-A"], tool, folder, { import: { allow: ["esm.sh"] } });
  const registry = new URL(jsr.env.JSR_URL).host;
  assert.equal(named.stdout, `[ "--allow-import=${registry}" ]\n`, named.stderr);
  const started = (...flags: string[]) =>
    deno(["run", "--no-prompt", "--allow-import=esm.sh", ...flags, project.path("app/tool.ts")], {
      env: jsr.env,
    });
  assert.equal((await started()).code, 1);
  assert.equal((await started(`--allow-import=${registry}`)).stdout, "function\n");
});
