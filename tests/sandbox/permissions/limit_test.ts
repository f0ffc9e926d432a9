import assert from "node:assert/strict";
import { readLimit } from "../../../src/sandbox/permissions/limit.ts";
import { Project } from "../../support/project.ts";

Deno.test("readLimit reads kinds, entries and none", async () => {
  await using project = await Project.make({ "real/a": "" });
  await Deno.symlink("real", project.path("link"));
  const at = (name: string) => project.path(name);
  const read = (...texts: string[]) => readLimit(texts, `${project.folder}/`);
  assert.deepEqual(read("none"), {});
  assert.deepEqual(
    read("net", "net=a.com", "env=A*,B", "env=C", "read=./real,/", "sys=username", "run=git,./x=y"),
    {
      net: { allow: true },
      env: { allow: ["A*", "B", "C"] },
      read: { allow: ["/", at("real")] },
      sys: { allow: ["userInfo"] },
      run: { allow: [at("x=y"), "git"] },
    },
  );
  assert.deepEqual(read("write=link,link/new"), {
    write: { allow: [at("link"), at("link/new"), at("real"), at("real/new")] },
  });
  assert.deepEqual(read("net=:80").net, {
    allow: ["0.0.0.0:80", "127.0.0.1:80", "localhost:80"],
  });
});

Deno.test("readLimit says in one line what it cannot take", () => {
  const rows: [string[], string][] = [
    [["none", "net"], "--limit none goes with no other --limit"],
    [
      ["nett=a.com"],
      '--limit nett=a.com: "nett" is none of read, write, net, env, sys, run, ffi, import, none; did you mean "net"?',
    ],
    [
      ["=a"],
      '--limit =a: "" is none of read, write, net, env, sys, run, ffi, import, none',
    ],
    [["read="], '--limit read names "", which says nothing'],
    [["net=a,,b"], '--limit net names "", which says nothing'],
    [
      ["sys=hostnam"],
      '--limit sys names "hostnam", which Deno does not know; did you mean "hostname"?',
    ],
    [
      ["net=https://a.com"],
      '--limit net names "https://a.com", a URL, where hosts are named; write "a.com"',
    ],
  ];
  for (const [texts, message] of rows) {
    assert.throws(() => readLimit(texts, "/"), { name: "TypeError", message });
  }
});
