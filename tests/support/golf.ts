import assert from "node:assert/strict";
import { Project } from "./project.ts";
import { path, ROOT } from "./server_process.ts";

/** The folder of examples/golf. */
export const GOLF = path("examples/golf");

/** A copy of the example, to write in. */
export async function copyOfGolf(): Promise<Project> {
  const project = await Project.make({});
  const copied = await new Deno.Command("cp", { args: ["-R", `${GOLF}/.`, project.folder] })
    .output();
  assert.ok(copied.success);
  const config = JSON.parse(await Deno.readTextFile(project.path("deno.json")));
  config.imports["@x/mcp"] = new URL("mod.ts", ROOT).href;
  await project.write({ "deno.json": config });
  return project;
}
