import { mediaTypeOf } from "../content/file_name.ts";
import type { ResourceResult } from "../content/resource_contents.ts";
import { ResourceNotFoundError, UserError } from "../server/errors.ts";
import { openBelow } from "./confined_file.ts";

/** Options of {@linkcode fileResource}. */
export interface FileResourceOptions<Name extends string = string> {
  /** Parameter of the template that names the file; `"path"` if left out. */
  readonly parameter?: Name;
  /** The largest file that is sent, in bytes; 4 MiB if left out. Clients are told of a larger one. */
  readonly maxBytes?: number;
  /** Whether names that begin with a dot are served, such as `.env`; `false` if left out. */
  readonly hidden?: boolean;
}

/** A reader of files; see {@linkcode fileResource}. */
export type FileReader<Name extends string> = (
  params: { readonly [Parameter in Name]: string },
) => Promise<ResourceResult>;

/**
 * Makes the reader of a template that serves the files below a folder, and nothing else.
 *
 * What is no regular file below the folder is answered as an unknown resource: `..` and absolute paths
 * in every encoding, links that lead out, folders, devices, and hidden files. Files of UTF-8 are sent as
 * text, others as bytes, under the type that the resource declares or the extension stands for. All it
 * needs is the permission to read the folder, where it really is.
 *
 * @example A folder of documents
 * ```ts
 * import { fileResource, McpServer } from "@x/mcp";
 *
 * const mcp = new McpServer({ name: "docs", version: "1.0.0" });
 * mcp.resource("docs://{path*}", {}, fileResource(new URL("./docs/", import.meta.url)));
 * ```
 *
 * @param root The folder: a path, or a `file:` URL
 * @param options Name of the parameter, and what is served
 * @throws {TypeError} for a root or an option that is wrong
 */
export function fileResource<Name extends string = "path">(
  root: string | URL,
  options: FileResourceOptions<Name> = {},
): FileReader<NoInfer<Name>> {
  const { parameter = "path", maxBytes = 4 * 2 ** 20, hidden = false } = options;
  checkRoot(root);
  if (!(maxBytes > 0)) throw new TypeError("Cannot serve files: maxBytes must be more than 0");
  return async (params) => {
    const path = (params as Readonly<Record<string, unknown>>)[parameter];
    if (typeof path !== "string") {
      throw new TypeError(
        `Cannot read a file: there is no text in parameter ${JSON.stringify(parameter)}; ` +
          "name the one of the template in the options of fileResource",
      );
    }
    using file = await openBelow(await pathOf(root), path, hidden).catch(withoutPlace);
    if (file === undefined) throw new ResourceNotFoundError();
    const bytes = await bytesOf(file, maxBytes);
    const mimeType = await mediaTypeOf(path);
    const text = isMedia(mimeType) ? undefined : textOf(bytes);
    return {
      contents: [{
        ...(mimeType === undefined ? {} : { mimeType }),
        ...(text === undefined ? { blob: bytes } : { text }),
      }],
    };
  };
}

/** Where the folder lies is not for clients to know; the log shows what was denied. */
function withoutPlace(error: unknown): never {
  if (!(error instanceof Deno.errors.NotCapable)) throw error;
  throw Object.assign(new Error("Cannot read below the folder"), { denied: error });
}

function checkRoot(root: unknown): void {
  const text = root instanceof URL ? root.href : root;
  if (
    typeof text !== "string" || text === "" || /^[a-z][a-z0-9+.-]+:/i.test(text) && !isFileUrl(text)
  ) {
    throw new TypeError(
      `Cannot serve files from ${JSON.stringify(text)}: give a folder as a path or a file: URL`,
    );
  }
}

async function pathOf(root: string | URL): Promise<string> {
  if (typeof root === "string" && !isFileUrl(root)) return root;
  const { fileURLToPath } = await import("node:url");
  return fileURLToPath(root);
}

function isFileUrl(text: string): boolean {
  return /^file:/i.test(text);
}

/** All bytes of a file, even of one that grows meanwhile, if they are few enough. */
async function bytesOf(file: Deno.FsFile, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let { size } = await file.stat();
  if (size <= maxBytes) {
    size = 0;
    for await (const chunk of file.readable) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  }
  if (size > maxBytes) {
    throw new UserError(`The file is larger than the ${maxBytes} bytes that are sent`);
  }
  return await new Blob(chunks).bytes();
}

/** Whether a media type is never that of a text, whatever the bytes look like. */
function isMedia(mimeType: string | undefined): boolean {
  return /^(image|audio|video|font)\/(?!svg)|^application\/pdf$/.test(mimeType ?? "");
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
