import config from "../../deno.json" with { type: "json" };
import { parseJsonc } from "../sandbox/permissions/jsonc.ts";
import { isRecord } from "../schema/json_schema.ts";
import { fileUrl, foldersAbove, pathOf } from "../schema/uri/file_url.ts";

/**
 * How a project imports this package: by its name, if its imports have it, or those of the workspace that
 * it belongs to; else from JSR, in this version.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export function packageSpecifier(folder: string): string {
  for (const above of foldersAbove(fileUrl(folder))) {
    const isWorkspace = above !== fileUrl(folder);
    for (const name of ["deno.json", "deno.jsonc", "package.json"]) {
      const json = jsonAt(pathOf(new URL(name, above)));
      if (isWorkspace && !("workspace" in json) && !("workspaces" in json)) continue;
      if (importsOf(json, above).some((imports) => config.name in imports)) return config.name;
    }
  }
  return `jsr:${config.name}@${config.version}`;
}

/** What a configuration says of imports, in itself or in another file. */
function importsOf(json: Record<string, unknown>, folder: string): Record<string, unknown>[] {
  const map = typeof json.importMap === "string" ? URL.parse(json.importMap, folder) : null;
  const { imports } = map?.protocol === "file:" ? jsonAt(pathOf(map)) : {};
  return [imports, json.imports, json.dependencies, json.devDependencies].filter(isRecord);
}

function jsonAt(path: string): Record<string, unknown> {
  try {
    const json = parseJsonc(Deno.readTextFileSync(path).replace(/^\uFEFF/, ""));
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}
