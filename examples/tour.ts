/**
 * Starts hello.ts the way a host does, talks to it over stdio, and prints both sides.
 *
 * @module
 */

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "tour", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const STEPS: readonly [string, string, Record<string, unknown>][] = [
  ["Which server is this?", "server/discover", {}],
  ["What tools does it have?", "tools/list", {}],
  ["Add 2 and 40.", "tools/call", { name: "add", arguments: { a: 2, b: 40 } }],
  ["Add a word: the model gets to read what is wrong.", "tools/call", {
    name: "add",
    arguments: { a: 2, b: "forty" },
  }],
  ["Read a resource.", "resources/read", { uri: "resource://greeting" }],
  ["Read one of many, through a template.", "resources/read", { uri: "weather://Oslo/current" }],
  ["Fill in a prompt.", "prompts/get", { name: "summarize_pr", arguments: { diff: "+ 1 line" } }],
];

const NEXT = `
That was a whole session. What to try next:

  deno task mcp list examples/weather.ts
  deno task mcp call examples/weather.ts get_forecast city=Oslo days=2
  deno task mcp inspect examples/hello.ts

Without Deno on this machine, write npx -y deno@${await version()} task … instead of deno task ….
To use the server in a host, give it this command:

  ${Deno.execPath()} run ${file("hello.ts")}
`;

const server = new Deno.Command(Deno.execPath(), {
  args: ["run", "--no-prompt", file("hello.ts")],
  stdin: "piped",
  stdout: "piped",
}).spawn();
const writer = server.stdin.getWriter();
const answers = lines(server.stdout);

for (const [i, [title, method, params]] of STEPS.entries()) {
  const request = { jsonrpc: "2.0", id: i + 1, method, params: { ...params, _meta: META } };
  await writer.write(new TextEncoder().encode(JSON.stringify(request) + "\n"));
  const { value } = await answers.next();
  const { result, error } = JSON.parse(value!);
  // Every answer names the server; once is enough to see it.
  if (result && i > 0) delete result._meta;
  console.log(`%c${title}%c`, "font-weight: bold", "");
  console.log(`  → ${method} ${JSON.stringify(params)}`);
  console.log(`  ← ${JSON.stringify(result ?? error)}\n`);
}

await writer.close();
const { code } = await server.status;
console.log(`The input ended, and so did the server, with code ${code}.`);
console.log(NEXT);

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
}

function file(name: string): string {
  return `${import.meta.dirname}/${name}`;
}

async function version(): Promise<string> {
  return (await Deno.readTextFile(file("../.dvmrc"))).trim();
}
