import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fakeJsr } from "../support/fake_jsr.ts";
import { Project } from "../support/project.ts";
import { CLI, deno } from "../support/server_process.ts";

/** The commands that a report of `init` proposes. */
function proposed(stdout: string): string[] {
  const lines = stdout.split("\n");
  const begin = lines.indexOf("What to try next:") + 1;
  return lines.slice(begin, lines.indexOf("", begin)).map((line) => line.trim());
}

/**
 * Makes a project of each template, and does what is proposed then, as it is printed.
 *
 * @param cli The command line, as Deno is told to run it
 */
async function tryBoth(cli: string, env: Record<string, string> = {}): Promise<void> {
  const path = `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`;
  for (const [template, components, tests] of [["project", 3, 4], ["single", 3, 4]] as const) {
    await using place = await Project.make({});
    const init = ["run", "-A", cli, "init", "a b/ü", "--template", template];
    const made = await deno(init, { cwd: place.folder, env });
    assert.equal(made.code, 0, made.stderr);
    const commands = proposed(made.stdout);
    assert.deepEqual(commands.slice(0, 3), ["cd 'a b/ü'", "deno task check", "deno task test"]);
    const shell = new Deno.Command("sh", {
      args: ["-ec", commands.join("\n").replace("task check", "task check --strict")],
      cwd: place.folder,
      env: { PATH: path, NO_COLOR: "1", ...env },
    });
    const { code, stdout, stderr } = await shell.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.equal(code, 0, text(stdout) + text(stderr));
    const said = text(stdout);
    assert.ok(said.includes(`${components} components, no problems\n`), said);
    assert.ok(said.includes(`ok | ${tests} passed | 0 failed`), said);
    assert.match(said, /^\{"words":5,"minutes":/m);
    for (const args of [["fmt", "--check"], ["lint"], ["check"]]) {
      const { code, stderr } = await deno(args, { cwd: place.path("a b/ü"), env });
      assert.equal(code, 0, stderr);
    }
  }
}

Deno.test("init: projects are clean, and what is proposed works as it is printed, from a checkout", async () => {
  await tryBoth(CLI);
});

Deno.test("init: projects are clean, and what is proposed works as it is printed, from JSR", async () => {
  await using jsr = await fakeJsr();
  await tryBoth(`jsr:${jsr.name}/cli`, jsr.env);
});
