import { fileUrl } from "../schema/uri/file_url.ts";
import { relativeUrl } from "../app/signatures/cache_place.ts";
import type { ProjectManifest } from "../server/project_manifest.ts";
import { SERVER_FILE } from "./server_file.ts";

/** The first line of an entry, by which it is known as one that may be written over. */
export const ENTRY_MARK = "// Made by `mcp build`: change what it is made of, and build again.";

/** What an entry is made of. */
export interface EntryParts {
  readonly manifest: ProjectManifest;
  /** Path of the project's folder, with a slash at its end. */
  readonly folder: string;
  /** Path of the folder that the entry is for, likewise. */
  readonly output: string;
  /** Whether the project has a server.ts. */
  readonly hasServer: boolean;
  /** How this package is imported. */
  readonly specifier: string;
}

/** The longest line that `deno fmt` leaves as it is. */
const LINE_WIDTH = 80;

/**
 * The program that serves a built project, by imports that are all written out. It says nothing of where
 * the project is.
 */
export function entrySource(
  { manifest, folder, output, hasServer, specifier }: EntryParts,
): string {
  const base = fileUrl(output);
  const from = (path: string) => {
    const relative = relativeUrl(fileUrl(folder + path), base);
    return JSON.stringify(relative.startsWith("../") ? relative : `./${relative}`);
  };
  return [
    ENTRY_MARK,
    ...hasServer
      ? [
        `import server from ${from(SERVER_FILE)};`,
        'import manifest from "./manifest.json" with { type: "json" };',
      ]
      : [
        `import { McpServer } from ${JSON.stringify(specifier)};`,
        'import manifest from "./manifest.json" with { type: "json" };',
        "",
        "const server = new McpServer({",
        "  name: manifest.name,",
        "  version: manifest.version,",
        "});",
      ],
    "",
    "server.addComponents(manifest, {",
    `  url: new URL(${from("")}, import.meta.url),`,
    ...modulesOf(manifest, from),
    "});",
    "",
    "export default server;",
    "",
    "if (import.meta.main) await server.run();",
    "",
  ].join("\n");
}

function modulesOf(manifest: ProjectManifest, from: (path: string) => string): string[] {
  if (manifest.components.length === 0) return [];
  const entries = manifest.components.flatMap(({ file }) =>
    moduleEntry(JSON.stringify(file), from(file))
  );
  return ["  modules: {", ...entries, "  },"];
}

/** What loads a module, in the lines that `deno fmt` would break it into. */
function moduleEntry(key: string, specifier: string): string[] {
  const [head, load] = [`    ${key}: () =>`, `import(${specifier}),`];
  if (fits(`${head} ${load}`)) return [`${head} ${load}`];
  const [heads, indent] = fits(head)
    ? [[head], "      "]
    : [[`    ${key}:`, "      () =>"], "        "];
  return fits(indent + load)
    ? [...heads, indent + load]
    : [...heads, `${indent}import(`, `${indent}  ${specifier}`, `${indent}),`];
}

function fits(line: string): boolean {
  return line.length <= LINE_WIDTH;
}
