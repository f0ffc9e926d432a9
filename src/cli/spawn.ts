import {
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client, type ClientOptions } from "../client/client.ts";
import { onStopSignal } from "../transport/signals.ts";
import { CommandError, type Input } from "./command.ts";
import { isEndpoint, locate } from "./target.ts";
import config from "../../deno.json" with { type: "json" };

const INTERRUPTED = 130;
/** Most bytes of one message, as on the server's side. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * A class of our own, since the SDK tries versions on a second process that it starts unseen, stderr
 * and all, unless its transport is subclassed. Our servers answer every first message.
 */
class OneProcessTransport extends StdioClientTransport {}

/** Connects to the server at a URL, or starts that of another target as a host would. */
export async function connect(
  target: string | undefined,
  flags: Input["flags"],
  options: ClientOptions = {},
): Promise<Client> {
  if (target !== undefined && isEndpoint(target)) {
    try {
      return await Client.over(new StreamableHTTPClientTransport(new URL(target)), options);
    } catch (error) {
      throw new CommandError(`Cannot reach ${target}: ${(error as Error).message}`);
    }
  }
  const { url, name, shown } = await locate(target);
  const level = (flags["log-level"] as string | undefined) ?? "warning";
  const transport = new OneProcessTransport({
    command: Deno.execPath(),
    args: [
      "run",
      "--allow-all",
      ...await configOf(url),
      cli(),
      "run",
      "--log-level",
      level,
      "--",
      name === undefined ? url : `${url}:${name}`,
    ],
    env: Deno.env.toObject(),
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  // Whoever stops this program stops the server with it.
  onStopSignal(() => transport.close().finally(() => Deno.exit(INTERRUPTED)));
  try {
    return await Client.over(transport, options);
  } catch (error) {
    await transport.close();
    const closed = /closed/.test((error as Error).message);
    const why = !(error instanceof SdkError) || error.code !== SdkErrorCode.EraNegotiationFailed
      ? (error as Error).message
      : closed
      ? "the server ended before it answered; what it printed is above"
      : "the server did not answer in time";
    throw new CommandError(`Cannot start ${shown}: ${why}`);
  }
}

/**
 * The configuration that a program from JSR would miss: Deno looks for it where it is started, and a
 * server may lie elsewhere. From a checkout, Deno finds that of the checkout.
 */
async function configOf(url: string): Promise<string[]> {
  if (import.meta.url.startsWith("file:") || !url.startsWith("file:")) return [];
  for (let folder = new URL("./", url);; folder = new URL("../", folder)) {
    for (const name of ["deno.json", "deno.jsonc"]) {
      const path = decodeURIComponent(new URL(name, folder).pathname);
      if (await Deno.stat(path).then(({ isFile }) => isFile, () => false)) {
        return ["--config", path];
      }
    }
    if (folder.pathname === "/") return [];
  }
}

/** This program, as Deno is told to run it; from JSR its own URL is no module to start from. */
function cli(): string {
  const own = import.meta.resolve("../../cli.ts");
  return own.startsWith("file:") ? own : `jsr:${config.name}@${config.version}/cli`;
}
