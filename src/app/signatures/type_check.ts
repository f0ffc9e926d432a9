import { typeScriptMessage } from "../../schema/from_types/type_script_message.ts";
import type { SignatureProblem } from "../../schema/from_types/signature.ts";
import { ALL_ARGUMENTS, batches } from "../../deno/batches.ts";
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
  const found = new Map<string, SignatureProblem>();
  for (const batch of batches(urls, ALL_ARGUMENTS)) {
    const { success, stderr } = await runDeno(["check", "--quiet", ...flags, ...batch], folder);
    const problems = success ? [] : problemsIn(stderr);
    if (!success && problems.length === 0) return undefined;
    for (const problem of problems) found.set(JSON.stringify(problem), problem);
  }
  return [...found.values()];
}

function problemsIn(stderr: string): SignatureProblem[] {
  return stderr.split(/\n\n(?=\S)/).flatMap((part) => {
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
}
