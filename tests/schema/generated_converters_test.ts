import assert from "node:assert/strict";
import { deno, path } from "../support/server_process.ts";

const CONVERTERS = ["@valibot/to-json-schema", "zod-to-json-schema"];
const { imports } = JSON.parse(await Deno.readTextFile(path("deno.json")));

/** What the samples list in a project of its own with these packages, or the error. */
async function shown(
  packages: readonly string[],
  nodeModulesDir: "none" | "auto",
): Promise<Record<string, string>> {
  const project = await Deno.makeTempDir();
  try {
    const own = Object.fromEntries(packages.map((name) => [name, imports[name]]));
    await Deno.writeTextFile(
      `${project}/deno.json`,
      JSON.stringify({ imports: own, nodeModulesDir }),
    );
    const installed = await deno(["install"], { cwd: project });
    assert.equal(installed.code, 0, installed.stderr);
    const { code, stdout, stderr } = await deno([
      "run",
      "--no-prompt",
      ...(nodeModulesDir === "none" ? [] : ["--allow-read"]),
      "--config",
      "deno.json",
      path("tests/fixtures/converters.ts"),
    ], { cwd: project });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  } finally {
    await Deno.remove(project, { recursive: true });
  }
}

const golden = (library: string) => Deno.readTextFile(path(`tests/schema/golden/${library}.json`));

for (const nodeModulesDir of ["none", "auto"] as const) {
  Deno.test(`zod 3 and plain Valibot schemas are shown by installed converters (nodeModulesDir: ${nodeModulesDir})`, async () => {
    const { valibot, zod3 } = await shown(["valibot", "zod3", ...CONVERTERS], nodeModulesDir);
    assert.equal(valibot, await golden("valibot"));
    assert.equal(zod3, await golden("zod3"));
  });
}

Deno.test("without their converters, zod 3 and plain Valibot schemas are refused by name, with the way out", async () => {
  const { valibot, zod3 } = await shown(["valibot", "zod3"], "none");
  assert.equal(
    valibot,
    "TypeError: Valibot schemas are shown as JSON Schema by @valibot/to-json-schema, which is not " +
      "installed; run deno add npm:@valibot/to-json-schema, or give its toStandardJsonSchema(schema)",
  );
  assert.equal(
    zod3,
    "TypeError: zod 3 schemas are shown as JSON Schema by zod-to-json-schema, which is not " +
      "installed; run deno add npm:zod-to-json-schema, or make the schema with zod 4 " +
      '(zod 3.25 has it as "zod/v4")',
  );
});
