import { ContentError } from "../content/content_error.ts";
import type { Conversion } from "../content/read_media.ts";
import { type Report, ResultError } from "./errors.ts";

/**
 * Turns what a component returned into its wire form: what is wrong with it is told to whom it concerns.
 *
 * @param what The component, such as `Tool "add"`
 * @param signal Ends what still reads
 * @param report Hears what is wrong with a value that is sent all the same
 * @throws {ResultError} for a value that cannot be sent
 */
export async function convert<Sent>(
  what: string,
  signal: AbortSignal,
  report: Report,
  conversion: (how: Conversion) => Promise<Sent>,
): Promise<Sent> {
  const warn = (message: string) => report({ level: "warning", message: `${what}: ${message}` });
  return await refusing(what, () => conversion({ signal, warn }));
}

/**
 * Does a part of such a turning, and tells what is wrong with the value as {@linkcode convert} does.
 *
 * @param what The component, such as `Tool "add"`
 * @throws {ResultError} for a value that cannot be sent
 */
export async function refusing<Made>(what: string, work: () => Promise<Made>): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ResultError(
      `${what} returned a value that cannot be sent: ${error.message}.`,
      error.message,
    );
  }
}
