import assert from "node:assert/strict";
import { type ReadySet, readySet } from "../../../src/sandbox/permissions/ready_set.ts";
import {
  type PermissionRecord,
  readPermissions,
  SYS_KINDS,
} from "../../../src/server/permissions.ts";
import { Project } from "../../support/project.ts";
import { deno, path } from "../../support/server_process.ts";
import { asked, starts } from "./asked.ts";

function ready(declared: PermissionRecord | string, project: Project): Promise<ReadySet> {
  const read = readPermissions(declared);
  assert.notEqual(read, "inherit");
  return readySet(read, `${project.folder}/`);
}

async function refused(
  declared: PermissionRecord | string,
  project: Project,
  message: string | RegExp,
): Promise<void> {
  await assert.rejects(ready(declared, project), (error) => {
    assert.ok(error instanceof TypeError);
    assert.doesNotMatch(error.message, /\n/);
    if (typeof message === "string") assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });
}

Deno.test("readySet makes the flags that Deno takes, and none for what is not granted", async () => {
  await using project = await Project.make({ "data/a.txt": "a" });
  const at = (name: string) => project.path(name);
  const { flags, permissions } = await ready({
    read: ["./data", new URL(project.url("data"))],
    write: ["out/new"],
    net: ["Example.COM", "example.com.", "*.Example.com:443", "[::FFFF:10.0.0.1]:80", ":8080"],
    env: ["AWS_*", "HOME"],
    sys: ["username", "hostname"],
    run: ["git", "./tool"],
    ffi: [],
    import: true,
  }, project);
  assert.deepEqual(flags, [
    `--allow-read=${at("data")}`,
    `--allow-write=${at("out/new")}`,
    "--allow-net=*.example.com:443,0.0.0.0:8080,10.0.0.1:80,127.0.0.1:8080,example.com,localhost:8080",
    "--allow-env=AWS_*,HOME",
    "--allow-sys=hostname,userInfo",
    `--allow-run=${at("tool")},git`,
    "--allow-import",
  ]);
  assert.deepEqual(permissions.read, { allow: [at("data")] });
  assert.deepEqual((await ready({}, project)).flags, []);
  assert.ok(
    Object.isFrozen(flags) && Object.isFrozen(permissions) && Object.isFrozen(permissions.read),
  );
});

Deno.test("readySet has one key for equal sets, in whatever order they are written", async () => {
  await using project = await Project.make({});
  const key = async (declared: PermissionRecord) => (await ready(declared, project)).key;
  const one = await key({ net: ["a.com", "b.com"], read: ["./a", "./b/../c"] });
  assert.equal(await key({ read: ["c", "a", "./a/"], net: ["B.com", "a.com", "b.com"] }), one);
  assert.notEqual(await key({ net: ["a.com"], read: ["./a", "./c"] }), one);
  assert.equal(await key({}), await key({ net: [], read: false }));
  assert.notEqual(await key({ net: true }), await key({}));
});

Deno.test("readySet carries every path to Deno as it is, but commas", async () => {
  await using project = await Project.make({});
  const names = ["a b", "ü/ß", "x=y", "-dash", "line\nbreak", "~", "100%", "'q\"", "*"];
  const { flags } = await ready({ read: names, ffi: ["./-lib.so"] }, project);
  const paths = names.map((name) => project.path(name));
  assert.deepEqual(
    await asked(flags, [
      ...paths.map((path) => ["read", path] as const),
      ["ffi", project.path("-lib.so")],
      ["read", project.folder],
    ]),
    [...names.map(() => true), true, false],
  );
  await refused(
    { read: ["./a,b"] },
    project,
    'declares read "./a,b", with a comma, which no flag of Deno takes for part of an entry',
  );
  await refused({ env: ["A,B"] }, project, /with a comma/);
});

Deno.test("readySet follows symlinks: within the project both paths are granted, and none leads out", async () => {
  await using elsewhere = await Project.make({ "secret.txt": "s" });
  await using project = await Project.make({ "real/a.txt": "a" });
  const at = (name: string) => project.path(name);
  await Deno.symlink("real", at("link"));
  await Deno.symlink(elsewhere.folder, at("out"));
  await Deno.symlink(elsewhere.path("nothing"), at("nowhere"));
  await Deno.symlink(project.folder, elsewhere.path("back"));
  const { flags } = await ready({ read: ["./link"] }, project);
  assert.deepEqual(flags, [`--allow-read=${at("link")},${at("real")}`]);
  await refused(
    { read: ["./out"] },
    project,
    `declares read "./out", which leads out of its project; declare ${
      JSON.stringify(elsewhere.folder)
    }`,
  );
  await refused(
    { write: ["./out/new/file"] },
    project,
    /leads out of its project; declare .*\/new\/file"$/,
  );
  await refused({ run: ["./out/tool"] }, project, /leads out of its project/);
  await refused({ read: ["./nowhere"] }, project, /a symlink that leads nowhere$/);
  await refused(
    { read: [elsewhere.path("back")] },
    project,
    `declares read ${JSON.stringify(elsewhere.path("back"))}, a symlink, or below one; declare ${
      JSON.stringify(project.folder)
    }`,
  );
  // Another name for the project itself.
  await refused({ read: [elsewhere.path("back/real")] }, project, /declare ".*\/real"$/);
  const linked = await readySet({ read: { allow: ["real"] } }, elsewhere.path("back/"));
  assert.deepEqual(
    linked.permissions.read?.allow.valueOf(),
    [
      elsewhere.path("back/real"),
      at("real"),
    ].sort(),
  );
  // Programs are often symlinks.
  assert.deepEqual((await ready({ run: ["/bin/sh"] }, project)).flags, ["--allow-run=/bin/sh"]);
});

Deno.test("readySet refuses what Deno would refuse, in one line", async () => {
  await using project = await Project.make({});
  await refused(
    { net: ["https://example.com/a"] },
    project,
    'declares net "https://example.com/a", a URL, where hosts are named; write "example.com"',
  );
  await refused(
    { net: ["a b.com"] },
    project,
    /^declares net "a b.com", which is no host such as /,
  );
  await refused({ import: ["*"] }, project, /^declares import "\*", which is no host/);
  await refused(
    { sys: ["hostnam"] },
    project,
    'declares sys "hostnam", which Deno does not know; did you mean "hostname"?',
  );
  await refused({ env: ["A=B"] }, project, /which is no name of a variable/);
  await refused({ read: ["a\0b"] }, project, /a character that no command can carry/);
  await refused({ read: ["file:///%E0%A4%A"] }, project, /which is no file: URL/);
});

Deno.test("readySet knows what --allow-sys of Deno knows", async () => {
  assert.ok(await starts([`--allow-sys=${[...SYS_KINDS, "username"].join(",")}`]));
});

Deno.test("readySet refuses with the missing flag what this process may not look at", async () => {
  await using project = await Project.make({
    "main.ts": `
      import { readySet } from ${JSON.stringify(path("src/sandbox/permissions/ready_set.ts"))};
      const folder = Deno.args[0];
      for (const [declared, below = ""] of JSON.parse(Deno.args[1])) {
        try {
          console.log((await readySet(declared, folder + below)).flags.join(" "));
        } catch (error) {
          console.log(error.message);
        }
      }
    `,
    "deno.json": { permissions: { web: { net: true } } },
    "seen/a": "",
    "seen/deno.json": {},
  });
  const { stdout, stderr } = await deno([
    "run",
    "--no-prompt",
    "--no-config",
    `--allow-read=${project.path("seen")}`,
    project.path("main.ts"),
    `${project.folder}/`,
    JSON.stringify([
      [{ read: { allow: ["./seen/a"] } }],
      [{ write: { allow: ["./unseen dir"] } }],
      [{ net: { allow: ["a.com"] } }],
      ["web"],
      ["wbe", "seen/"],
    ]),
  ]);
  const name = project.path("unseen dir");
  assert.deepEqual(stdout.trim().split("\n"), [
    `--allow-read=${project.path("seen/a")}`,
    `declares write "./unseen dir", which this server may not follow through symlinks; start it with ` +
    `--allow-read='${name}' as well`,
    "--allow-net=a.com",
    `declares permissions "web" of ${
      project.path("deno.json")
    }, but this server may not read it; ` +
    `start it with --allow-read=${project.path("deno.json")} as well`,
    `declares permissions "wbe", which ${project.path("seen/deno.json")} does not have`,
  ], stderr);
});

Deno.test("readySet reads a set of deno.json by its name, as deno -P does", async () => {
  await using project = await Project.make({
    "deno.jsonc": `// sets
    {
      "permissions": {
        "web": {
          "read": ["./data", /* all below */ "~/x"],
          "env": { "allow": ["KEY"], "deny": ["SECRET"], "ignore": true },
          "net": { "allow": ["a.com", 1 + 1, ],
          },
        },
      },
    }`,
  });
  await refused(
    "web",
    project,
    /^declares permissions "web" of .*deno\.jsonc, but that file is no JSON/,
  );
  await project.write({
    "deno.jsonc": `// sets
    {
      "permissions": {
        "web": {
          "read": ["./data", /* all below */ "~/x"],
          "env": { "allow": ["KEY"], "deny": ["SECRET"], "ignore": true, },
          "net": { "allow": null, "deny": false },
          "write": [],
          "sys": false, // none
        },
        "most": { "all": true, "run": false, "read": { "deny": ["./secret,", "./t"] } },
        "note // \\" , }": { "net": ["a.com"] },
      },
    }`,
  });
  const at = (name: string) => project.path(name);
  assert.deepEqual((await ready("web", project)).flags, [
    `--allow-read=${at("data")},${at("~/x")}`,
    "--allow-env=KEY",
    "--deny-env=SECRET",
    "--ignore-env",
  ]);
  assert.deepEqual((await ready('note // " , }', project)).flags, ["--allow-net=a.com"]);
  await refused("most", project, /^declares read ".\/secret,", with a comma/);
  const text = (await Deno.readTextFile(at("deno.jsonc"))).replace("secret,", "secret");
  await project.write({ "deno.jsonc": text });
  const { flags } = await ready("most", project);
  assert.deepEqual(flags, [
    "--allow-read",
    `--deny-read=${at("secret")},${at("t")}`,
    "--allow-write",
    "--allow-net",
    "--allow-env",
    "--allow-sys",
    "--allow-ffi",
    "--allow-import",
  ]);
  const questions = [
    ["read", at("secret")],
    ["read", at("other")],
    ["read"],
    ["run"],
    ["env"],
    ["net", "a.com"],
  ] as const;
  assert.deepEqual(
    await asked(flags, questions),
    await asked([`--config=${at("deno.jsonc")}`, "-P=most"], questions),
  );
});

Deno.test("readySet says what is wrong with a set of deno.json", async () => {
  await using project = await Project.make({
    "deno.json": {
      permissions: {
        website: { net: true },
        kind: { red: true },
        part: { net: { alow: true } },
        ignored: { net: { ignore: true } },
        list: { read: ["a", 1] },
        value: { read: null },
        none: 1,
        all: { all: "yes" },
      },
    },
  });
  const file = project.path("deno.json");
  await refused(
    "websit",
    project,
    `declares permissions "websit", which ${file} does not have; did you mean "website"?`,
  );
  const rows = {
    kind: 'it knows no red; did you mean "read"?',
    part: 'net knows no alow; did you mean "allow"?',
    ignored: "net knows no ignore",
    list: "read is true, false, a list of texts, or { allow, deny } of these",
    value: "read is true, false, a list of texts, or { allow, deny } of these",
    all: "all is true or false",
  };
  for (const [name, what] of Object.entries(rows)) {
    await refused(name, project, `declares permissions "${name}" of ${file}, but ${what}`);
  }
  await using bare = await Project.make({});
  await refused(
    "web",
    bare,
    `declares permissions "web", a set of deno.json, but ${bare.folder}/ has none`,
  );
});

Deno.test("readySet finds a set in the workspace, whose paths mean its folder, after the member's own", async () => {
  await using project = await Project.make({
    "deno.json": {
      workspace: ["./member"],
      permissions: { shared: { read: ["./data"] }, own: { net: true } },
    },
    "member/deno.json": { name: "@me/member", permissions: { own: { read: ["./data"] } } },
  });
  const flags = async (name: string) => (await readySet(name, project.path("member/"))).flags;
  assert.deepEqual(await flags("shared"), [`--allow-read=${project.path("data")}`]);
  assert.deepEqual(await flags("own"), [`--allow-read=${project.path("member/data")}`]);
  await project.write({ "deno.json": { permissions: { shared: { net: true } } } });
  await assert.rejects(flags("shared"), /member\/deno.json does not have$/);
});
