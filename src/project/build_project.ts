import { SignatureError } from "../app/signature_error.ts";
import { writeWhole } from "../app/signatures/write_whole.ts";
import type { ProjectManifest } from "../server/project_manifest.ts";
import { entrySource } from "./entry_source.ts";
import { ENTRY_FILE, MANIFEST_FILE, outputFolder } from "./output_folder.ts";
import { packageSpecifier } from "./package_specifier.ts";
import { errorsOf, reasonOf } from "./problems.ts";
import { resolveProject } from "./resolve_project.ts";
import { hasServerFile } from "./server_file.ts";

/** What a build came to. */
export interface BuiltProject {
  /** Paths of what was written. */
  readonly files: readonly string[];
  readonly manifest: ProjectManifest;
}

/**
 * Builds a project: writes its manifest, and an entry that serves it by imports that are all written out. The
 * same project gives the same bytes, wherever it is.
 *
 * @param folder Path of the project's folder
 * @param output Path of the folder to write to, below the project; its `dist` if left out
 * @throws {SignatureError} with all errors of all files; nothing is written then
 * @throws {Error} in one line, if the output cannot be written, or is not ours to write
 */
export async function buildProject(
  folder: string,
  output: string = `${folder}/dist`,
): Promise<BuiltProject> {
  const project = await resolveProject(folder);
  const errors = errorsOf(project.problems);
  if (errors.length > 0) throw new SignatureError(errors);
  const { manifest } = project;
  const place = outputFolder(project.folder, output);
  const entry = entrySource({
    manifest,
    folder: project.folder,
    output: place,
    hasServer: hasServerFile(project.folder),
    specifier: packageSpecifier(project.folder),
  });
  const texts = new Map([
    [place + MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`],
    [place + ENTRY_FILE, entry],
  ]);
  try {
    await Deno.mkdir(place, { recursive: true });
    await writeWhole(texts);
  } catch (error) {
    throw new Error(`Cannot build into ${output}: ${reasonOf(error)}`);
  }
  return { files: [...texts.keys()], manifest };
}
