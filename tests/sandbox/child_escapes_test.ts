import assert from "node:assert/strict";
import { FrameError } from "../../src/sandbox/frames.ts";
import { Project } from "../support/project.ts";
import { SandboxPeer } from "../support/sandbox_peer.ts";
import { alive, path, ServerProcess, until } from "../support/server_process.ts";

/** Begins a call of the code that forges, when the sandbox has said hello. */
async function forging(exported: string, args: unknown, ...flags: string[]): Promise<SandboxPeer> {
  const sandbox = SandboxPeer.of("forging", ...flags);
  await sandbox.message("hello");
  await sandbox.begin({ exported }, args, { logLevel: "debug" });
  return sandbox;
}

/** Waits for what is wrong with a frame. */
async function refused(sandbox: SandboxPeer): Promise<void> {
  while (sandbox.failure === undefined) {
    const forged = sandbox.received.find(({ type }) => type === "returned" || type === "threw");
    assert.equal(forged, undefined, "a call has ended by what was forged");
    await sandbox.change();
  }
  assert.ok(sandbox.failure instanceof FrameError);
  assert.equal((await sandbox.ended).signal, "SIGKILL");
}

const channel = new URL("../../src/sandbox/child/channel.ts", import.meta.url).href;

const FORGERIES: readonly [string, string, unknown][] = [
  ["a frame that is written to the channel", "forge", { sequence: 1 }],
  ["a frame that is written by a socket of it", "forgeBySocket", { sequence: 1 }],
  ["a frame that the host has sent", "replay", {}],
  ["a frame with the tag of one of the host", "forgeByTag", {}],
  ["a flood of bytes", "flood", {}],
  ["a frame that is said to be huge", "hugeHeader", { sequence: 1 }],
  ["a second channel, by the host's own code", "openSecondChannel", { url: channel }],
];

for (const [what, exported, args] of FORGERIES) {
  Deno.test(`a sandbox is known by its first wrong header: ${what}`, async () => {
    await using sandbox = await forging(exported, args);
    await refused(sandbox);
  });
}

Deno.test("code that takes the channel from the host learns no secret, and ends the sandbox", async () => {
  const file = await Deno.makeTempFile();
  try {
    await using sandbox = await forging("exchange", { path: file }, `--allow-write=${file}`);
    assert.notEqual((await sandbox.ended).code, 0);
    assert.deepEqual(sandbox.received.map(({ type }) => type), ["hello"]);
    assert.equal((await Deno.readFile(file)).length, 0);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("messages have no members that they inherit, and toJSON of a prototype changes none", async () => {
  await using sandbox = SandboxPeer.of("forging");
  const id = await sandbox.begin({ exported: "inheritMembers" }, {});
  const { blobs: _, value: _value, ...message } = await sandbox.message("returned");
  assert.deepEqual(message, { type: "returned", id });
});

Deno.test("code that replaces all that it can sees no byte of the secret, and the host works on", async () => {
  await using sandbox = SandboxPeer.of("forging");
  const replaced = await sandbox.run("replaceAll", {}) as number;
  assert.ok(replaced > 500, `${replaced} are too few`);
  const bytes = sandbox.secret;
  assert.equal(bytes.length, 16);
  const words = [0, 4, 8, 12].map((at) => bytes.slice(at, at + 4));
  for (const part of [bytes, ...words]) {
    const { buffers, saw } = await sandbox.run("sawBytes", { bytes: part }) as Record<
      string,
      number
    >;
    assert.ok(buffers > 10, `${buffers} are too few`);
    // What is asked for is seen by itself where it comes in.
    assert.equal(saw, 0);
  }
  assert.equal(sandbox.failure, undefined);
});

Deno.test("nothing is stored without a permission, in whatever realm", async () => {
  await using sandbox = SandboxPeer.of("storing", "--unstable-kv");
  assert.deepEqual(await sandbox.run("here", {}), []);
  assert.match(await sandbox.run("openKv", {}) as string, /^Cannot open a store/);
  const { isSubclass, ...realms } = await sandbox.run("inRealms", {}) as Record<string, unknown>;
  assert.equal(isSubclass, true);
  for (const [realm, storages] of Object.entries(realms)) assert.deepEqual(storages, [], realm);
});

Deno.test("files that Deno itself has open cannot be written to, in whatever spelling", async () => {
  await using sandbox = SandboxPeer.of("storing");
  const { files, opened } = await sandbox.run("pipesOfFiles", {}) as Record<string, number>;
  assert.ok(files > 0, "Deno has no file open");
  assert.equal(opened, 0);
});

Deno.test("code that may write to a folder makes no link there that leads out of it", async () => {
  await using project = await Project.make({});
  const { folder } = project;
  await using sandbox = SandboxPeer.of(
    "storing",
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
  );
  const codes = await sandbox.run("linkByWasi", { folder, target: "/etc/hostname" });
  assert.deepEqual(codes, [76, 76]);
  assert.deepEqual([...Deno.readDirSync(folder)], []);
});

Deno.test("a server that is killed leaves no sandbox, also one in a loop", async () => {
  await using server = new ServerProcess({
    args: ["run", "-A", path("tests/fixtures/sandboxed/looping_server.ts")],
  });
  assert.ok(await until(() => server.client.messages.length > 0, 10_000));
  const { pid } = server.client.messages[0] as unknown as { pid: number };
  assert.ok(await alive(pid));
  server.child.kill("SIGKILL");
  assert.ok(await until(async () => !await alive(pid), 3000));
});
