import { stripVTControlCharacters } from "node:util";
import { isMcpServer, type McpServer } from "../app/mcp_server.ts";
import { SignatureError } from "../app/signature_error.ts";
import { fileUrl } from "../schema/uri/file_url.ts";

/** The file of a project that makes its server, where the author wants a say in it. */
export const SERVER_FILE = "server.ts";

/** Whether a project has such a file. */
export function hasServerFile(folder: string): boolean {
  try {
    return Deno.statSync(folder + SERVER_FILE).isFile;
  } catch {
    return false;
  }
}

/**
 * Loads the server that the server.ts of a project makes.
 *
 * @param folder Path of the project's folder, with a slash at its end
 * @throws {SignatureError} with one line, if it does not load, or makes none
 */
export async function serverOfFile(folder: string): Promise<McpServer> {
  const url = fileUrl(folder + SERVER_FILE);
  const wrong = (message: string, line = 1, column = 1) =>
    new SignatureError([{ url, line, column, message }]);
  let module: Record<string, unknown>;
  try {
    module = await import(url);
  } catch (error) {
    const { message, line, column } = failureOf(error, url);
    throw wrong(`the server cannot be loaded: ${message}`, line, column);
  }
  const server = module.default;
  if (!isMcpServer(server)) {
    throw wrong("exports no server: write export default new McpServer({ name, version })");
  }
  if (server.running !== undefined) {
    throw wrong("runs its server by itself: write if (import.meta.main) before run()");
  }
  if (typeof server.addComponents !== "function") {
    throw wrong("has a server of an older @x/mcp, which knows no projects: update it in deno.json");
  }
  return server;
}

/** Why a module does not load, and the first place in it that the error names. */
function failureOf(
  error: unknown,
  url: string,
): { readonly message: string; readonly line?: number; readonly column?: number } {
  if (!(error instanceof Error)) return { message: Deno.inspect(error) };
  const text = stripVTControlCharacters(`${error.message}\n${error.stack}`);
  const [message] = text.replace(/^SyntaxError: /, "").split("\n", 1);
  const said = {
    message: (message || error.name) + (UNRESOLVED.test(message) ? CONFIGURED_BY : ""),
  };
  const place = text.split(url).slice(1).map((rest) => PLACE.exec(rest))
    .find((found) => found !== null);
  return place === undefined ? said : { ...said, line: Number(place[1]), column: Number(place[2]) };
}

const PLACE = /^:(\d+):(\d+)/;
const UNRESOLVED = /not a dependency|import map/;
const CONFIGURED_BY = "; deno.json of the folder where Deno is started counts, or that of --config";
