import assert from "node:assert/strict";
import { ERAS } from "../support/raw_client.ts";
import { ServerProcess } from "../support/server_process.ts";

const SERVER = "tests/fixtures/denied.ts";

/** What each attempt is denied, and what to start the server with. */
const DENIED: Readonly<Record<string, readonly [string, string]>> = {
  fetch: ['net "example.com:80"', "--allow-net=example.com:80"],
  connect: ['net "example.com:443"', "--allow-net=example.com:443"],
  http: ['net "example.com"', "--allow-net=example.com"],
  read: ['read "/etc/hostname"', "--allow-read=/etc/hostname"],
  read_node: ['read "/etc/hostname"', "--allow-read=/etc/hostname"],
  read_later: ['read "/etc/hostname"', "--allow-read=/etc/hostname"],
  write: ['write "/none/denied"', "--allow-write=/none/denied"],
  env: ['env "SECRET_NAME"', "--allow-env=SECRET_NAME"],
  run: ['run "ls"', "--allow-run=ls"],
  exec: ["env", "--allow-env"],
  sys: ['sys "hostname"', "--allow-sys=hostname"],
  sys_unnamed: ['sys "umask"', "--allow-sys"],
  ffi: ['ffi "/none/x.so"', "--allow-ffi=/none/x.so"],
  import: ['import "example.com:443"', "--allow-import=example.com:443"],
  import_file: ['read "/etc/x.ts"', "--allow-read=/etc/x.ts"],
  wrapped: ['net "example.com:80"', "--allow-net=example.com:80"],
};

for (const era of ERAS) {
  Deno.test(`${era} C056: a server that was started without permissions answers, and says what each attempt lacks`, async () => {
    await using server = ServerProcess.bare(SERVER);
    const { client } = server;
    if (era === "legacy") await client.initialize();
    const { result: { tools } } = await client.ask(era, "tools/list");
    assert.equal(tools.length, Object.keys(DENIED).length + 2);
    for (const [name, [target, flag]] of Object.entries(DENIED)) {
      const text = (what: string) =>
        `${what} may not access ${target}; to allow it, start the server with ${flag}`;
      const called = await client.ask(era, "tools/call", { name, arguments: {} });
      assert.equal(called.result.isError, true, name);
      assert.equal(called.result.content[0].text, text(`Tool "${name}"`));
      const uri = `try://${name}`;
      const read = await client.ask(era, "resources/read", { uri });
      assert.deepEqual(
        [read.error?.code, read.error?.message],
        [-32603, text(`Resource "${uri}"`)],
      );
      const got = await client.ask(era, "prompts/get", { name });
      assert.deepEqual([got.error?.code, got.error?.message], [-32603, text(`Prompt "${name}"`)]);
    }
    const module = await client.ask(era, "tools/call", { name: "module", arguments: {} });
    assert.match(
      module.result.content[0].text,
      /^Tool "module" may not access read "\/etc\/x\.ts"/,
    );
    const provider = await client.ask(era, "tools/call", { name: "provider", arguments: {} });
    assert.match(
      provider.result.content[0].text,
      /^Tool "provider": the provider of "x" may not access net "example\.com:80"/,
    );
  });
}

Deno.test("C056: what is denied is said in the log as well", async () => {
  const server = ServerProcess.bare(SERVER);
  await server.client.ask("modern", "tools/call", { name: "fetch", arguments: {} });
  await server.stop();
  const stderr = await server.stderr();
  assert.match(stderr, /"level":"error","message":"Tool \\"fetch\\" may not access net/);
});
