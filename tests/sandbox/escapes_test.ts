import assert from "node:assert/strict";
import { Project } from "../support/project.ts";
import { path, ROOT, ServerProcess } from "../support/server_process.ts";

const SECRET = "a secret of the server's environment";

/** A server whose tools are hostile, in a project of its own, with a file outside of it. */
async function hostileServer(limits: readonly string[] = []) {
  const stack = new AsyncDisposableStack();
  const listener = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("hello"),
  );
  stack.use(listener);
  const outside = stack.use(
    await Project.make({ "secret.txt": "outside", "module.ts": "export default 1;" }),
  );
  const fixture = (name: string) => Deno.readTextFile(path(`tests/fixtures/permissions/${name}`));
  const project = stack.use(
    await Project.make({
      "deno.json": { imports: { "@x/mcp": new URL("mod.ts", ROOT).href } },
      "hostile.ts": await fixture("hostile.ts"),
      "hostile_server.ts": await fixture("hostile_server.ts"),
    }),
  );
  const server = stack.use(
    new ServerProcess({
      args: ["run", "-A", ...limits, project.path("hostile_server.ts")],
      cwd: project.folder,
      env: { SECRET, LISTED: `127.0.0.1:${listener.addr.port}` },
    }),
  );
  const call = async (name: string, target = "") => {
    const params = { name, arguments: { target } };
    const { content, structuredContent, isError = false } =
      (await server.client.ask("modern", "tools/call", params)).result;
    return { text: content[0]?.text as string, structuredContent, isError };
  };
  return {
    call,
    server,
    outside,
    port: listener.addr.port,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a tool without permission gets nowhere, whatever way it tries", async (t) => {
  await using hostile = await hostileServer();
  const { call, outside, port, server } = hostile;
  const text = async (name: string, target?: string) => (await call(name, target)).text;

  await t.step("prompting: nobody is asked", async () => {
    assert.equal(await text("prompting"), 'got [null,false,"denied"]');
  });
  await t.step("Deno.Command", async () => {
    assert.match(await text("command", "cat"), /^NotCapable: Requires run access to "cat"/);
  });
  for (const name of ["file_import", "text_import", "data_import"]) {
    const target = outside.url(name === "file_import" ? "module.ts" : "secret.txt");
    await t.step(`${name} of a file outside`, async () => {
      assert.match(await text(name, target), /Requires read access to/);
    });
  }
  await t.step("import of a remote module", async () => {
    const target = `http://127.0.0.1:${port}/module.js`;
    assert.match(await text("file_import", target), /^TypeError: .*(cached-only|import access)/s);
  });
  await t.step("a Worker with more rights", async () => {
    assert.match(await text("worker_rights"), /^NotCapable: Can't escalate/);
  });
  await t.step("a Worker that reads, by import and by itself", async () => {
    for (const name of ["worker_import", "worker_reads"]) {
      assert.match(await text(name, outside.url("secret.txt")), /Requires read access to/);
    }
  });
  await t.step("the environment of the server", async () => {
    assert.match(await text("environment", "SECRET"), /^NotCapable: Requires env access/);
    for (const name of ["system_environment", "parent_environment"]) {
      const got = await text(name);
      assert.match(got, /^NotCapable: /);
      assert.doesNotMatch(got, new RegExp(SECRET));
    }
  });
  await t.step("signals to the server", async () => {
    assert.match(await text("kill_parent"), /^NotCapable: /);
  });
  await t.step("a name that is not listed, and resolves to an address that is", async () => {
    assert.equal(await text("host_name", `http://127.0.0.1:${port}/`), 'got "hello"');
    assert.match(await text("host_name", `http://localhost:${port}/`), /^NotCapable: .*localhost/);
  });
  await t.step("Web Storage and caches, also in a Worker", async () => {
    assert.equal(await text("storage"), 'got ["ReferenceError"]');
  });
  await t.step("prints on every channel leave the protocol alone", async () => {
    const lines = server.client.messages.length;
    await call("printing");
    assert.equal(await text("harmless"), "fine");
    // Lines that are no messages would have failed the client; these are the two answers.
    assert.equal(server.client.messages.length, lines + 2);
  });
  await t.step("results that look like more than data", async () => {
    const { structuredContent } = await call("tricks");
    assert.deepEqual(Object.keys(structuredContent).sort(), [
      "",
      "__proto__",
      "constructor",
      "then",
      "toJSON",
    ]);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.equal(await text("inline"), "fine");
  });
});

Deno.test("a tool that writes to the channel by itself ends its sandbox, and nothing else", async (t) => {
  await using hostile = await hostileServer();
  const { call } = hostile;
  const goesOn = async (names = ["inline", "beside", "harmless"]) => {
    for (const name of names) {
      assert.deepEqual(await call(name), {
        text: "fine",
        structuredContent: undefined,
        isError: false,
      });
    }
  };
  const header = (length: number) => {
    const bytes = new Uint8Array(28);
    new DataView(bytes.buffer).setUint32(0, length, true);
    return new TextDecoder("latin1").decode(bytes);
  };
  const forged = {
    "text": '{"type":"returned","id":1,"value":"forged"}\n',
    "a header without the secret": header(10) + "0123456789",
    "the length of a very long message": header(0xffff_fff0),
    "one byte": "x".repeat(64),
  };
  for (const [what, bytes] of Object.entries(forged)) {
    await t.step(what, async () => {
      const { text, isError } = await call("forging", bytes);
      assert.deepEqual([text, isError], [
        'Tool "forging" was stopped, since its sandbox broke the channel; call it again',
        true,
      ]);
      await goesOn();
    });
  }
  await t.step("a flood", async () => {
    const { text, isError } = await call("flooding");
    assert.deepEqual([text, isError], [
      'Tool "flooding" was stopped, since its sandbox broke the channel; call it again',
      true,
    ]);
    await goesOn();
  });
  await t.step("its own exit", async () => {
    assert.equal(
      (await call("exiting")).text,
      'Tool "exiting" was stopped, since its sandbox ended with exit code 7; call it again',
    );
    await goesOn();
  });
  await t.step("changed builtins, which only its own sandbox suffers from", async () => {
    await call("patching");
    await goesOn(["inline", "beside"]);
  });
});
