import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type LaneOptions, LaneServer, stateCodec } from "./lane_server.ts";
import { LineWire } from "./line_wire.ts";
import type { SendLine, ServerConnection } from "./server_connection.ts";

/**
 * Serves one client over lines of JSON, in the era that its first message is of.
 *
 * @param send Takes the lines for the client
 */
export function serveLines(options: LaneOptions, send: SendLine): ServerConnection {
  const wire = new LineWire(send, options.report);
  const codec = stateCodec(options.secret);
  const handle = serveStdio(({ era }) => new LaneServer(options, codec, { era, lasting: true }), {
    transport: wire,
    onerror: (error) => options.report({ level: "debug", message: error.message }),
  });
  return {
    receive: (line) => wire.receive(line),
    refuse: (code, message) => wire.refuse(code, message),
    drained: (limitMs) => wire.drained(limitMs),
    close: () => handle.close(),
  };
}
