import { count, type Outcome, type Scenario } from "./suite.ts";

/**
 * Prints what came of all runs: a table of the scenarios, what failed, and a last line that sums up.
 *
 * @returns whether nothing that counts has failed
 */
export function report(outcomes: readonly Outcome[]): boolean {
  printTable(outcomes);
  console.log("\nPassed/failed checks. In brackets: not scored.");
  printFailures(outcomes);
  const faults = outcomes.filter(({ fault }) => fault !== undefined);
  for (const { run, fault } of faults) console.log(`\n${run.title}: ${fault}`);
  const failures = sum(outcomes.flatMap(scored), "FAILURE");
  const untrusted = faults.length === 0
    ? ""
    : `, ${plural(faults.length, "run")} not to be trusted`;
  console.log(`\n${plural(failures, "scored failure")}${untrusted}`);
  return failures === 0 && faults.length === 0;
}

const scored = ({ scenarios }: Outcome) =>
  scenarios.filter(({ unscored }) => unscored === undefined);
const unscored = ({ scenarios }: Outcome) =>
  scenarios.filter(({ unscored }) => unscored !== undefined);
const sum = (scenarios: readonly Scenario[], status: "SUCCESS" | "FAILURE") =>
  scenarios.reduce((total, scenario) => total + count(scenario, status), 0);
const checks = (scenarios: readonly Scenario[]) =>
  `${sum(scenarios, "SUCCESS")}/${sum(scenarios, "FAILURE")}`;

const plural = (many: number, noun: string) => `${many} ${noun}${many === 1 ? "" : "s"}`;

function printTable(outcomes: readonly Outcome[]): void {
  const names = new Set(outcomes.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)));
  const rows = [
    ["scenario", ...outcomes.map(({ run }) => run.title)],
    ...[...names].sort().map((name) => [
      name,
      ...outcomes.map(({ scenarios }) => cell(scenarios.find((one) => one.name === name))),
    ]),
    [],
    ["scored scenarios", ...outcomes.map((outcome) => `${scored(outcome).length}`)],
    ["scored checks", ...outcomes.map((outcome) => checks(scored(outcome)))],
    ["unscored scenarios", ...outcomes.map((outcome) => `(${unscored(outcome).length})`)],
    ["unscored checks", ...outcomes.map((outcome) => `(${checks(unscored(outcome))})`)],
  ];
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of rows) {
    console.log(row.map((text, i) => text.padEnd(widths[i])).join("  ").trimEnd());
  }
}

function cell(scenario: Scenario | undefined): string {
  if (scenario === undefined) return "-";
  const warnings = count(scenario, "WARNING");
  const text = checks([scenario]) + (warnings === 0 ? "" : `, ${plural(warnings, "warning")}`);
  return scenario.unscored === undefined ? text : `(${text} ${state(scenario)})`;
}

function state(scenario: Scenario): string {
  if (count(scenario, "FAILURE") > 0) return "failed";
  return count(scenario, "SUCCESS") > 0 ? "passed" : "skipped";
}

function printFailures(outcomes: readonly Outcome[]): void {
  for (const { run, scenarios } of outcomes) {
    for (const { name, checks, unscored } of scenarios) {
      // An extension that a server does not declare fails as a whole, which the table says.
      if (unscored === "extension") continue;
      for (const check of checks) {
        if (check.status !== "FAILURE") continue;
        const mark = unscored === undefined ? "" : " (not scored)";
        console.log(`\n${run.title}, ${name}${mark}: ${check.name}\n  ${check.errorMessage}`);
      }
    }
  }
}
