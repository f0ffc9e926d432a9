/** The same answers from a loop over lines of JSON that knows no protocol: what the runtime costs. */
let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop()!;
  let out = "";
  for (const line of lines) {
    const { id, params } = JSON.parse(line);
    if (id === undefined) continue;
    const { a = 0, b = 0 } = params?.arguments ?? {};
    const result = { content: [{ type: "text", text: `${a + b}` }] };
    out += JSON.stringify({ jsonrpc: "2.0", id, result }) + "\n";
  }
  await Deno.stdout.write(new TextEncoder().encode(out));
}
