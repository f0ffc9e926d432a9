/**
 * Serves weather.ts over HTTP until Ctrl+C, and says what to try meanwhile. Another port than 8000
 * is chosen by `deno task start --port 8080`.
 *
 * @module
 */
import weather from "./weather.ts";

const given = Deno.args.join(" ");
const [, port] = /^(?:--port[ =])?(\d+)$/.exec(given || "8000") ?? [];
if (port === undefined) {
  console.error(`A port is a number, as in deno task start --port 8080, not ${given}`);
  Deno.exit(2);
}

const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => stop());

try {
  const server = await weather.serve({ port: Number(port) });
  console.log(`
The weather server answers at ${server.url}

What to try next, in another terminal:

  deno task mcp list ${server.url}
  deno task mcp call ${server.url} get_forecast city=Oslo days=2

Without Deno on this machine, write npx -y deno@${Deno.version.deno} task … instead of deno task ….
Ctrl+C ends the server.
`);
  await stopped;
  await server.shutdown();
  Deno.exit(0);
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(1);
}
