/**
 * Four tools, and what each of them may touch; README.md beside it has the table.
 *
 * @module
 */
import { McpServer, runProgram, UserError } from "@x/mcp";

const mcp = new McpServer({ name: "least_privilege", version: "1.0.0", timeout: 10_000 });
const NOTES = new URL("notes/", import.meta.url);

/** Counts the words of a text. */
export function count_words(text: string): number {
  return text.trim().split(/\s+/).filter((word) => word !== "").length;
}

/**
 * Reads a note.
 *
 * @param name Name of the note, such as `today`.
 */
export async function read_note(name: string): Promise<string> {
  // A name such as ../server would lead elsewhere; the permission is what keeps it here.
  return await Deno.readTextFile(new URL(`${name}.md`, NOTES));
}

/**
 * Tells the title of a page of example.com.
 *
 * @param url URL of the page.
 */
export async function page_title(url: URL): Promise<string> {
  const response = await fetch(url);
  const title = /<title[^>]*>([^]*?)<\/title>/i.exec(await response.text())?.[1].trim();
  if (title === undefined) throw new UserError(`${url} has no title`);
  return title;
}

/**
 * Tells which version of Git is installed.
 */
export async function git_version(): Promise<string> {
  const { success, stdout, stderr } = await runProgram("git", ["--version"]);
  if (!success) throw new UserError(`git failed: ${stderr}`);
  return stdout.trim();
}

mcp
  .tool(count_words, import.meta, { permissions: "none" })
  .tool(read_note, import.meta, { permissions: { read: [NOTES] } })
  .tool(page_title, import.meta, { permissions: { net: ["example.com"] } })
  .tool(git_version, import.meta, { permissions: { run: ["git"] } });

export default mcp;
if (import.meta.main) await mcp.run();
