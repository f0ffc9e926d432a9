/**
 * Delete file tool.
 *
 * @module
 */
import { UserError } from "@x/mcp";
import { dataFile } from "./_data_folder.ts";

export const annotations = {
  readOnlyHint: false, // Tool modifies state
  destructiveHint: true, // Tool may delete/mutate data irreversibly
  idempotentHint: false, // Repeated calls have side effects
  openWorldHint: false, // Tool operates on local state only
};

export const permissions = { write: ["./data"] };

interface Output {
  success: boolean;
  message: string;
}

/** @param path Path to file to delete, below the folder data */
export default async function deleteFile(path: string): Promise<Output> {
  try {
    await Deno.remove(dataFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new UserError(`There is no file ${path}`);
    }
    throw error;
  }
  return { success: true, message: "File deleted" };
}
