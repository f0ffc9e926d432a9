import type { LaneOptions } from "../protocol/lane_server.ts";
import type { SendLine, ServerConnection } from "../protocol/server_connection.ts";
import type { Life } from "./life.ts";

/**
 * Serves one client over a channel of lines.
 *
 * @param send Takes the lines for the client
 * @throws {SignatureError} if functions cannot be read
 */
export async function connect(
  life: Life,
  lane: LaneOptions,
  send: SendLine,
): Promise<ServerConnection> {
  await life.begin();
  let connection: ServerConnection;
  try {
    const { serveLines } = await import("../protocol/line_lane.ts");
    connection = serveLines(lane, send);
  } catch (error) {
    await life.end();
    throw error;
  }
  let closed: Promise<void> | undefined;
  return {
    ...connection,
    close: () => closed ??= connection.close().finally(() => life.end()),
  };
}
