import { inOrder } from "../project/problems.ts";
import { writeStderr } from "../transport/stderr_log.ts";
import { checkFile } from "./check_file.ts";
import { asJson, type Checked, checkedProject, lineOf, summary } from "./checked.ts";
import { type Input, UsageError } from "./command.ts";
import { endAtOnce } from "./end_at_once.ts";
import { onlyLook, type Out } from "./only_look.ts";
import { write } from "./output.ts";
import { locate } from "./target.ts";

/** `check [TARGET]`: all that is wrong with a project, or doubtful. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`check takes one target, not also ${more.join(" ")}`);
  endAtOnce();
  const { seen, out } = await checked(target);
  const problems = inOrder(seen.problems);
  const found = { ...seen, problems };
  if (flags.json) {
    await write(out, asJson(found));
  } else {
    for (const problem of problems) writeStderr(`${lineOf(problem)}\n`);
    await write(out, `${summary(found)}\n`);
  }
  const failing = problems.filter(({ severity }) => severity === "error" || flags.strict);
  return failing.length > 0 ? 1 : 0;
}

async function checked(target: string | undefined): Promise<{ seen: Checked; out: Out }> {
  const located = await locate(target);
  const { project } = located;
  if (project === undefined) return await onlyLook(() => checkFile(located));
  const { checkProject } = await import("../project/check_project.ts");
  const seen = checkedProject(await checkProject(project, { types: true }));
  return { seen, out: (bytes) => Deno.stdout.write(bytes) };
}
