import type { Change } from "./changes.ts";
import type { Difference, Named } from "./difference.ts";

/** A difference as people read it, what wants more rights first. */
export function differenceLines({ rights, added, removed, changed }: Difference): string[] {
  const sections = [
    section("Wants more rights", rights.flatMap((each) => [line(each), ...each.wants.map(below)])),
    section("Added", added.map(line)),
    section("Removed", removed.map(line)),
    section(
      "Changed",
      changed.flatMap((each) => [line(each), ...each.changes.map((change) => below(text(change)))]),
    ),
  ].filter((lines) => lines.length > 0);
  return sections.length === 0
    ? ["No difference: a host sees the same, and the same may be touched."]
    : sections.flatMap((lines, i) => i === 0 ? lines : ["", ...lines]);
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}:`, ...lines];
}

function line({ kind, key }: Named): string {
  return `  ${kind} ${JSON.stringify(key)}`;
}

function below(text: string): string {
  return `    ${text}`;
}

function text({ path, before, after }: Change): string {
  if (before === undefined) return `${path}: ${JSON.stringify(after)} is new`;
  if (after === undefined) return `${path}: ${JSON.stringify(before)} is gone`;
  return `${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}
