import { McpServer } from "../app/mcp_server.ts";
import { SignatureError } from "../app/signature_error.ts";
import { fileUrl } from "../schema/uri/file_url.ts";
import type { Report } from "../server/errors.ts";
import type { CheckedProject } from "./checked_project.ts";
import { errorsOf } from "./problems.ts";
import { resolveProject } from "./resolve_project.ts";
import { hasServerFile, serverOfFile } from "./server_file.ts";

/**
 * Loads a project as a server: its components, which are registered without running their code, and what
 * its server.ts makes, if there is one.
 *
 * @param folder Path of the project's folder
 * @param report Told on level `debug` how many files were read, and how many were in the cache
 * @returns a server that does not run yet
 * @throws {SignatureError} with all errors of all files; or with one line, if the server.ts makes no server,
 * or nothing can be read here
 */
export async function loadProject(folder: string, report?: Report): Promise<McpServer> {
  const resolved = await resolveProject(folder, { report });
  const errors = errorsOf(resolved.problems);
  if (errors.length > 0) throw new SignatureError(errors);
  return await serverOf(resolved);
}

/**
 * Makes the server of what can be served of a project.
 *
 * @param checked What the project came to
 * @throws {SignatureError} with all errors, if nothing names the server; or with one line, if the server.ts
 * makes none
 */
export async function serverOf({ folder, manifest, problems }: CheckedProject): Promise<McpServer> {
  const server = hasServerFile(folder) ? await serverOfFile(folder) : plainServer();
  try {
    return server.addComponents(manifest, { url: fileUrl(folder) });
  } catch (error) {
    throw new SignatureError(error as Error);
  }

  function plainServer(): McpServer {
    const { name, version } = manifest;
    if (name === undefined || version === undefined) throw new SignatureError(errorsOf(problems));
    return new McpServer({ name, version });
  }
}
