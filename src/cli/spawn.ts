import {
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  StdioClientTransport,
  type StdioServerParameters,
} from "@modelcontextprotocol/client/stdio";
import { Client, type ClientOptions } from "../client/client.ts";
import { foldersAbove, pathOf } from "../schema/uri/file_url.ts";
import { onStopSignal } from "../transport/signals.ts";
import { CommandError, type Input } from "./command.ts";
import { INTERRUPTED } from "./end_at_once.ts";
import { LineBuffer } from "./line_buffer.ts";
import { isEndpoint, locate } from "./target.ts";
import config from "../../deno.json" with { type: "json" };

/** How long a server that runs already may take for its first answer. */
const REACH_MS = 15_000;
/** Most bytes of one message, as on the server's side. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * A class of our own, since the SDK tries versions on a second process that it starts unseen, stderr
 * and all, unless its transport is subclassed. Our servers answer every first message.
 */
class OneProcessTransport extends StdioClientTransport {
  constructor(server: StdioServerParameters) {
    super(server);
    // The SDK has no option for it. Were it to go by another name there, long lines would be slow.
    Object.assign(this, { _readBuffer: new LineBuffer(MAX_MESSAGE_BYTES) });
  }
}

/** Connects to the server at a URL, or starts that of another target as a host would. */
export async function connect(
  target: string | undefined,
  flags: Input["flags"],
  options: ClientOptions = {},
): Promise<Client> {
  if (target !== undefined && isEndpoint(target)) return await reach(new URL(target), options);
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

/** Connects to a server that runs already, in the newest era that it speaks. */
async function reach(url: URL, options: ClientOptions): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(url);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer in ${REACH_MS / 1000} seconds`)),
    REACH_MS,
  );
  try {
    return await Promise.race([Client.over(transport, { era: "auto", ...options }), late]);
  } catch (error) {
    await transport.close();
    throw new CommandError(`Cannot reach ${url}: ${reason(error as Error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a server cannot be reached: what it answered, or the innermost cause. */
function reason(error: Error): string {
  const { data } = error as { data?: { status?: number; text?: string; contentType?: string } };
  const said = messageOf(data?.text);
  if (data?.status === 401) return "it asks for authorization (HTTP 401)";
  if (data?.status === 404) return "it has no MCP server there (HTTP 404); most end in /mcp";
  if (data?.status !== undefined) {
    return `it answered HTTP ${data.status}${said === undefined ? "" : `: ${said}`}`;
  }
  if (data?.contentType !== undefined) return `no MCP server answered, but ${data.contentType}`;
  return error.cause instanceof Error ? reason(error.cause) : error.message;
}

/** The message of a JSON-RPC error. */
function messageOf(body: string | undefined): string | undefined {
  try {
    const message: unknown = JSON.parse(body!).error.message;
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The configuration that a program from JSR would miss: Deno looks for it where it is started, and a
 * server may lie elsewhere. From a checkout, Deno finds that of the checkout.
 */
async function configOf(url: string): Promise<string[]> {
  if (import.meta.url.startsWith("file:")) return [];
  for (const folder of foldersAbove(url)) {
    for (const name of ["deno.json", "deno.jsonc"]) {
      const path = pathOf(new URL(name, folder));
      if (await Deno.stat(path).then(({ isFile }) => isFile, () => false)) {
        return ["--config", path];
      }
    }
  }
  return [];
}

/** This program, as Deno is told to run it; from JSR its own URL is no module to start from. */
function cli(): string {
  const own = import.meta.resolve("../../cli.ts");
  return own.startsWith("file:") ? own : `jsr:${config.name}@${config.version}/cli`;
}
