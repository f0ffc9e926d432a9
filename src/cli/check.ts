import { inOrder } from "../project/problems.ts";
import { writeStderr } from "../transport/stderr_log.ts";
import { checkFile } from "./check_file.ts";
import { asJson, type Checked, checkedProject, lineOf, summary } from "./checked.ts";
import { type Input, UsageError } from "./command.ts";
import { endAtOnce } from "./end_at_once.ts";
import { print } from "./output.ts";
import { locate } from "./target.ts";

/** `check [TARGET]`: all that is wrong with a project, or doubtful. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`check takes one target, not also ${more.join(" ")}`);
  endAtOnce();
  const found = await checked(target);
  const problems = inOrder(found.problems);
  const whole = { ...found, problems };
  if (flags.json) {
    await print(asJson(whole));
  } else {
    for (const problem of problems) writeStderr(`${lineOf(problem)}\n`);
    await print(`${summary(whole)}\n`);
  }
  const failing = problems.filter(({ severity }) => severity === "error" || flags.strict);
  return failing.length > 0 ? 1 : 0;
}

async function checked(target: string | undefined): Promise<Checked> {
  const located = await locate(target);
  if (located.project === undefined) return await checkFile(located);
  const { checkProject } = await import("../project/check_project.ts");
  return checkedProject(await checkProject(located.project, { types: true }));
}
