/**
 * Tool that modifies files: renames a file of the folder data.
 *
 * @module
 */
import { dataFile } from "../_data_folder.ts";

export const annotations = {
  readOnlyHint: false,
  destructiveHint: true, // May delete files
  idempotentHint: false, // Multiple calls may have different effects
  openWorldHint: false, // Works on local filesystem
};

export const permissions = { read: ["./data"], write: ["./data"] };

/**
 * @param from Name of the file
 * @param to Its new name; a file that has it already is replaced
 */
export default async function rename(
  from: string,
  to: string,
): Promise<string> {
  await Deno.rename(dataFile(from), dataFile(to));
  return `${from} is called ${to} now`;
}
