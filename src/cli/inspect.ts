import { CommandError, type Input, UsageError } from "./command.ts";
import { differenceOf } from "./difference.ts";
import { differenceLines } from "./difference_lines.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { inspected, type Inspection, inspectionOf } from "./inspection.ts";
import { inspectionTable } from "./inspection_table.ts";
import { onlyLook, type Out } from "./only_look.ts";
import { originOf } from "./origin.ts";
import { write } from "./output.ts";
import { placeOf, type Snapshot, snapshotOf } from "./snapshot.ts";
import { loadServer, locate } from "./target.ts";

/** `inspect [TARGET]`: what a host would see, and what the code behind it may touch. */
export async function run({ words, flags }: Input): Promise<number> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UsageError(`inspect takes one target, not also ${more.join(" ")}`);
  if (flags.fingerprint && flags.diff !== undefined) {
    throw new UsageError("--fingerprint and --diff are two questions: ask one");
  }
  const located = await locate(target);
  const { seen: server, out } = await onlyLook(async () =>
    await (await loadServer(located)).describe()
  );
  const components = server.components.map(inspected);
  const unsigned = inspectionOf(originOf(located), server, components);
  const inspection: Inspection = { fingerprint: await fingerprintOf(unsigned), ...unsigned };
  if (flags.diff !== undefined) return await diff(flags, inspection, out);
  await write(
    out,
    flags.json
      ? JSON.stringify(inspection, null, 2) + "\n"
      : flags.fingerprint
      ? `${inspection.fingerprint}\n`
      : inspectionTable(server, components),
  );
  return 0;
}

async function diff(
  { diff, json }: Input["flags"],
  inspection: Inspection,
  out: Out,
): Promise<number> {
  const place = placeOf(inspection.folder);
  const before = await read(diff as string, (value) => snapshotOf(value, place));
  const difference = differenceOf(before, snapshotOf(inspection, place), inspection.folder);
  const lines = json ? [JSON.stringify(difference, null, 2)] : differenceLines(difference);
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
