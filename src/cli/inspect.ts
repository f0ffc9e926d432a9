import type { ServerDescription } from "../app/description.ts";
import type { ProjectProblem } from "../project/checked_project.ts";
import { printable } from "../server/printable.ts";
import { writeStderr } from "../transport/stderr_log.ts";
import { lineOf } from "./checked.ts";
import { CommandError, type Input, UsageError } from "./command.ts";
import { differenceOf } from "./difference.ts";
import { differenceLines } from "./difference_lines.ts";
import { endAtOnce } from "./end_at_once.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { inspected, type Inspection, inspectionOf } from "./inspection.ts";
import { inspectionTable } from "./inspection_table.ts";
import { onlyLook, type Out } from "./only_look.ts";
import { originOf } from "./origin.ts";
import { write } from "./output.ts";
import { placeOf, type Snapshot, snapshotOf } from "./snapshot.ts";
import { loadServer, locate, type Located } from "./target.ts";

/** `inspect [TARGET]`: what a host would see, and what the code behind it may touch. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`inspect takes one target, not also ${more.join(" ")}`);
  if (flags.fingerprint && flags.diff !== undefined) {
    throw new UsageError("--fingerprint and --diff are two questions: ask one");
  }
  endAtOnce();
  const located = await locate(target);
  const { seen: [server, problems], out } = await onlyLook(() => look(located));
  const components = server.components.map(inspected);
  const unsigned = inspectionOf(originOf(located), server, components);
  const isWhole = problems.length === 0;
  const fingerprint = await fingerprintOf(unsigned);
  // Half of a project has no fingerprint, and is not what changed.
  const inspection: Inspection = isWhole ? { fingerprint, ...unsigned } : unsigned;
  if (isWhole && flags.diff !== undefined) return await diff(flags, inspection, out);
  if (flags.json && flags.diff === undefined) {
    await write(out, JSON.stringify(inspection, null, 2) + "\n");
  } else if (flags.fingerprint || flags.diff !== undefined) {
    if (isWhole) await write(out, `${fingerprint}\n`);
  } else {
    await write(out, inspectionTable(inspection, server, components));
  }
  for (const problem of problems) writeStderr(`${lineOf(problem)}\n`);
  return isWhole ? 0 : 1;
}

/** What can be served, and what is wrong with the rest. */
async function look(
  located: Located,
): Promise<[server: ServerDescription, problems: readonly ProjectProblem[]]> {
  if (located.project === undefined) return [await (await loadServer(located)).describe(), []];
  const { checkProject } = await import("../project/check_project.ts");
  const { serverOf } = await import("../project/load_project.ts");
  const checked = await checkProject(located.project);
  const problems = checked.problems.filter(({ severity }) => severity === "error");
  return [await (await serverOf(checked)).describe(), problems];
}

async function diff(
  { diff, json }: Input["flags"],
  inspection: Inspection,
  out: Out,
): Promise<number> {
  const place = placeOf(inspection.folder);
  const before = await read(diff as string, (value) => snapshotOf(value, place));
  const difference = differenceOf(before, snapshotOf(inspection, place), inspection.folder);
  const lines = json
    ? [JSON.stringify(difference, null, 2)]
    : differenceLines(difference).map(printable);
  await write(out, lines.join("\n") + "\n");
  return difference.rights.length > 0 ? 1 : 0;
}

async function read(file: string, snapshot: (value: unknown) => Snapshot): Promise<Snapshot> {
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : (error as Error).message;
    throw new CommandError(`Cannot read --diff ${file}: ${why}`);
  }
  try {
    return snapshot(JSON.parse(text));
  } catch (error) {
    throw new CommandError(
      `${file} is not what inspect --json prints, but has ${reason(error as Error)}; ` +
        "keep what that says of a version, and compare later ones with it",
    );
  }
}

function reason(error: Error): string {
  return error instanceof SyntaxError ? "no JSON" : error.message;
}
