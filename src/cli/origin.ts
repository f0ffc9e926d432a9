import { projectOf } from "../deno/projects.ts";
import { hasServerFile, SERVER_FILE } from "../project/server_file.ts";
import { pathOf } from "../schema/uri/file_url.ts";
import type { Origin } from "./inspection.ts";
import type { Located } from "./target.ts";

/** Where the code of a target comes from. */
export function originOf({ url, project }: Located): Origin {
  if (project !== undefined) {
    return { folder: project, module: hasServerFile(project) ? SERVER_FILE : null };
  }
  const { folder } = projectOf(url);
  const path = url.startsWith("file:") ? pathOf(url) : url;
  return { folder, module: path.startsWith(folder) ? path.slice(folder.length) : path };
}
