import assert from "node:assert/strict";
import type { PermissionKind } from "../../../src/server/permissions.ts";
import { deno } from "../../support/server_process.ts";

/** What to ask Deno about; without an entry, about the whole kind. */
export type Question = readonly [kind: PermissionKind, entry?: string];

const FIELDS: Readonly<Record<PermissionKind, string>> = {
  read: "path",
  write: "path",
  ffi: "path",
  net: "host",
  import: "host",
  env: "variable",
  sys: "kind",
  run: "command",
};

const ASK = `console.log(JSON.stringify(JSON.parse(Deno.args[0]).map((descriptor) => {
  try {
    const { state, partial } = Deno.permissions.querySync(descriptor);
    return state === "granted" && !partial;
  } catch (error) {
    return error.message;
  }
})));`;

/** What a process of Deno with some flags says to questions: whether all of it is granted. */
export async function asked(
  flags: readonly string[],
  questions: readonly Question[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<readonly (boolean | string)[]> {
  const descriptors = questions.map(([name, entry]) =>
    entry === undefined ? { name } : { name, [FIELDS[name]]: entry }
  );
  const { code, stdout, stderr } = await deno([
    "run",
    "--no-prompt",
    ...flags,
    `data:application/javascript,${encodeURIComponent(ASK)}`,
    JSON.stringify(descriptors),
  ], options);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Whether a process of Deno starts with some flags. */
export async function starts(flags: readonly string[]): Promise<boolean> {
  const { code } = await deno([
    "run",
    "--no-prompt",
    "--no-config",
    ...flags,
    "data:text/javascript,0",
  ]);
  return code === 0;
}
