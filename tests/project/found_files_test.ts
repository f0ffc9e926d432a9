import assert from "node:assert/strict";
import { problemLine } from "../../src/app/signature_error.ts";
import { findComponents } from "../../src/project/find_components.ts";
import { isProject } from "../../src/project/is_project.ts";
import { pathName } from "../../src/project/path_name.ts";
import { Project } from "../support/project.ts";

const found = (project: Project) => {
  const { components, others, problems } = findComponents(`${project.folder}/`);
  return {
    components: components.map(({ path, kind }) => `${kind} ${path}`),
    others: others.map((url) => url.slice(project.url("").length)),
    problems: problems.map((each) => problemLine(each).replaceAll(`${project.folder}/`, "")).sort(),
  };
};

Deno.test("a project's components are the TypeScript files of its three folders, by path in code-unit order", async () => {
  await using project = await Project.make({
    "tools/b.ts": "",
    "tools/a/z.tsx": "",
    "tools/B.ts": "",
    "tools/ä.ts": "",
    "tools/a.mts": "",
    "tools/a-b.ts": "",
    "resources/config.ts": "",
    "prompts/deep/er/review.ts": "",
    "server.ts": "",
    "lib/x.ts": "",
  });
  assert.deepEqual(found(project), {
    components: [
      "prompt prompts/deep/er/review.ts",
      "resource resources/config.ts",
      "tool tools/B.ts",
      "tool tools/a-b.ts",
      "tool tools/a.mts",
      "tool tools/a/z.tsx",
      "tool tools/b.ts",
      "tool tools/ä.ts",
    ],
    others: [],
    problems: [],
  });
});

Deno.test("what begins with _ or ., and tests, are no components; their code is type-checked beside them", async () => {
  await using project = await Project.make({
    "tools/_shared.ts": "",
    "tools/_data.json": "",
    "tools/_lib/any.ts": "",
    "tools/_lib/any.txt": "",
    "tools/.hidden.ts": "",
    "tools/.git/x.ts": "",
    "tools/add_test.ts": "",
    "tools/add.test.tsx": "",
    "tools/add_test.json": "",
    "tools/contest.ts": "",
  });
  assert.deepEqual(found(project), {
    components: ["tool tools/contest.ts"],
    others: ["tools/_lib/any.ts", "tools/_shared.ts", "tools/add.test.tsx", "tools/add_test.ts"],
    problems: [],
  });
});

Deno.test("any other file is an error that says what to do with it", async () => {
  await using project = await Project.make({
    "tools/data.json": "",
    "tools/a/old.js": "",
    "tools/types.d.ts": "",
    "tools/README": "",
    "tools/a\\b.ts": "",
    "tools/node_modules/a/index.js": "",
    "tools/node_modules/b/index.js": "",
    "prompts": "",
  });
  assert.deepEqual(found(project).problems, [
    "prompts:1:1: no folder, where those of prompts are looked for",
    "tools/README:1:1: no component: call it _README, or move it out of tools/",
    'tools/a/b.ts:1:1: a backslash is in its name, "a\\\\b.ts": rename it',
    "tools/a/old.js:1:1: no component: write it in TypeScript, as a .ts file",
    "tools/data.json:1:1: no component: call it _data.json, or move it out of tools/",
    "tools/node_modules:1:1: packages of npm are no components: move them, and the package.json by " +
    "which they came, to the project's folder",
    "tools/types.d.ts:1:1: no component: call it _types.d.ts, or move it out of tools/",
  ]);
});

Deno.test("links are followed to files of the project, and to nothing else", async () => {
  await using elsewhere = await Project.make({ "out.ts": "", "tools/far.ts": "" });
  await using project = await Project.make({ "tools/in.ts": "", "lib/a.ts": "", "lib/b/c.ts": "" });
  await Deno.symlink("../lib/a.ts", project.path("tools/linked.ts"));
  await Deno.symlink("../lib/b", project.path("tools/folder"));
  await Deno.symlink("nowhere.ts", project.path("tools/broken.ts"));
  await Deno.symlink(elsewhere.path("out.ts"), project.path("tools/out.ts"));
  await Deno.symlink(elsewhere.path("tools"), project.path("prompts"));
  assert.deepEqual(found(project), {
    components: ["tool tools/in.ts", "tool tools/linked.ts"],
    others: [],
    problems: [
      "prompts:1:1: a link to a folder, which is not followed; move it here",
      "tools/broken.ts:1:1: a link that leads nowhere",
      "tools/folder:1:1: a link to a folder, which is not followed; move the folder here",
      `tools/out.ts:1:1: a link that leads out of the project, to ${
        elsewhere.path("out.ts")
      }; move the file here`,
    ],
  });
});

Deno.test("a folder is a project if one of the three folders is in it", async () => {
  await using project = await Project.make({
    "a/prompts/x.ts": "",
    "b/tools": "",
    "c/server.ts": "",
  });
  assert.equal(await isProject(project.path("a")), true);
  assert.equal(await isProject(project.path("b")), false);
  assert.equal(await isProject(project.path("c")), false);
  assert.equal(await isProject(project.path("nowhere")), false);
});

Deno.test("C052: a path makes a name of letters, digits, _ and -, from inner to outer, and proposes one otherwise", () => {
  const named = {
    "tools/add.ts": "add",
    "tools/payments/charge.ts": "charge_payments",
    "tools/a/b-1/c_2.tsx": "c_2_b-1_a",
  };
  for (const [path, name] of Object.entries(named)) assert.deepEqual(pathName(path), { name });
  const refused = {
    "tools/mail.send.ts":
      '"mail.send" makes no name that hosts take, of A-Z a-z 0-9 _ -: rename it to mail_send.ts, ' +
      'or write export const name = "mail_send"',
    "tools/größe.ts":
      '"größe" makes no name that hosts take, of A-Z a-z 0-9 _ -: rename it to grosse.ts, ' +
      'or write export const name = "grosse"',
    "tools/my team/list all.ts":
      '"list all" and "my team" make no name that hosts take, of A-Z a-z 0-9 _ -: ' +
      "rename it to list_all.ts, the folder my team to my_team, " +
      'or write export const name = "list_all_my_team"',
    "tools/天気.ts": '"天気" makes no name that hosts take, of A-Z a-z 0-9 _ -: rename it, ' +
      'or write export const name = "…"',
  };
  for (const [path, problem] of Object.entries(refused)) {
    assert.equal(pathName(path).problem, problem);
  }
});
