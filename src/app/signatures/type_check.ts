import { typeScriptMessage } from "../../schema/from_types/type_script_message.ts";
import type { SignatureProblem } from "../../schema/from_types/signature.ts";
import { runDeno } from "../../deno/run_deno.ts";

const ERROR = /^(?:error: )?(?:TS(\d+) \[ERROR\]: )(.*)$/m;
// What else belongs to an error is indented further.
const PLACE = /^ {4}at (\S+):(\d+):(\d+)$/m;

/**
 * Type-checks modules as Deno does.
 *
 * @param flags How Deno resolves them
 * @returns what is wrong, or `undefined` if Deno fails for another reason
 */
export async function typeCheck(
  urls: readonly string[],
  folder: string,
  flags: readonly string[],
): Promise<SignatureProblem[] | undefined> {
  const { success, stderr } = await runDeno(["check", "--quiet", ...flags, ...urls], folder);
  if (success) return [];
  const problems = stderr.split(/\n\n(?=\S)/).flatMap((part): SignatureProblem[] => {
    const [, code, message] = ERROR.exec(part) ?? [];
    const [, url, line, column] = PLACE.exec(part) ?? [];
    if (message === undefined || url === undefined) return [];
    return [{
      url,
      line: Number(line),
      column: Number(column),
      message: typeScriptMessage(message, code),
    }];
  });
  return problems.length === 0 ? undefined : problems;
}
