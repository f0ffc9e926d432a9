import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Inspector, NEGOTIATIONS, useClientV1, useClientV2 } from "../support/foreign_clients.ts";
import { CLI, path } from "../support/server_process.ts";

const HELLO = path("examples/hello.ts");

/** The ways a host may start the example. */
const COMMANDS = {
  "bare deno run": ["run", "--no-prompt", HELLO],
  "the command line": ["run", "-A", CLI, "run", HELLO],
};

for (const [how, args] of Object.entries(COMMANDS)) {
  const command = { command: Deno.execPath(), args };

  Deno.test(`the official client 1.x lists, calls, reads and gets, by ${how}`, async () => {
    await useClientV1(new StdioV1(command));
  });

  for (const negotiation of NEGOTIATIONS) {
    Deno.test(`the official client 2.x, ${negotiation[0]}, lists, calls, reads and completes, by ${how}`, async () => {
      await useClientV2(new StdioClientTransport(command), negotiation);
    });
  }
}

Deno.test("the official Inspector's command line lists, calls, reads and gets, in both eras", async () => {
  await using inspector = await Inspector.install();
  await inspector.use(Deno.execPath(), "run", "-A", HELLO);
});
