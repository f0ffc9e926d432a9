/**
 * Tool safe to retry: sets the status that people see.
 *
 * @module
 */
import { dataFile } from "../_data_folder.ts";

export const annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true, // Safe to call multiple times
  openWorldHint: false,
};

export const permissions = { write: ["./data"] };

/** @param status What people see @maxLength 80 */
export default async function setStatus(status: string): Promise<string> {
  await Deno.writeTextFile(dataFile("status.txt"), status);
  return `The status is ${status}`;
}
