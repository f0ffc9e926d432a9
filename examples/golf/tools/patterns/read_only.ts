/**
 * Tool that only reads data: lists the files of the folder data.
 *
 * @module
 */
import { dataFile } from "../_data_folder.ts";

export const annotations = {
  readOnlyHint: true, // Other hints are ignored when this is true
};

export const permissions = { read: ["./data"] };

/** @param suffix Only files whose names end like this */
export default function listFiles(suffix = ""): string[] {
  return [...Deno.readDirSync(dataFile(""))]
    .map(({ name }) => name)
    .filter((name) => name.endsWith(suffix))
    .sort();
}
