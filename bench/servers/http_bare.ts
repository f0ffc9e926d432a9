/** The same answers by `Deno.serve` alone, which knows no protocol: what the runtime costs. */
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
}, async (request) => {
  const { id, params } = await request.json();
  const text = `${params.arguments.a + params.arguments.b}`;
  return Response.json({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } });
});
