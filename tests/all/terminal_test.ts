import assert from "node:assert/strict";
import { CLI, path } from "../support/server_process.ts";

Deno.test({
  name: "C087: on a terminal, a server that waits for a host says so, and colours are used",
  // `script` gives a program a terminal; other systems have it with other flags.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const command = [Deno.execPath(), "run", "-A", CLI, "run", path("examples/hello.ts")]
      .map((word) => `'${word}'`).join(" ");
    const child = new Deno.Command("script", {
      args: ["-qec", command, "/dev/null"],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      env: { TERM: "xterm" },
    }).spawn();
    const reader = child.stdout.getReader();
    let seen = "";
    while (!seen.includes("waits for a host")) {
      const { value, done } = await reader.read();
      assert.ok(!done, seen);
      seen += new TextDecoder().decode(value);
    }
    const writer = child.stdin.getWriter();
    // Ctrl+C, as a terminal sends it.
    await writer.write(new Uint8Array([3]));
    await reader.cancel();
    await writer.close().catch(() => {});
    await child.status;
  },
});
