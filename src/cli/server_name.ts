/** Most letters of a name, so that lists of servers stay readable. */
const LONGEST = 40;
const NAMELESS = "mcp-server";

/** A name for the server of a folder: the folder's, in letters that names of packages have. */
export function serverName(folder: string): string {
  const name = folder.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, LONGEST).replace(/-$/, "");
  return name === "" ? NAMELESS : name;
}
