/** Functions of every kind (tests/fixtures/contracts.ts), called as clients call them. */
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as contracts from "../fixtures/contracts.ts";
import { Random } from "../support/http_random.ts";
import { listed } from "../support/listed.ts";
import { randomArguments } from "../support/random_values.ts";
import { RawClient } from "../support/raw_client.ts";
import { deno, path } from "../support/server_process.ts";

const VALUES = 200;

/** What a function hands to `arrived`, where that is not all of its parameters. */
const KEPT: Readonly<Record<string, string>> = {
  // Nobody can write a member of an enumeration, or of a brand, as it comes over the wire.
  enums: "[`${Unit}`, 0 | 5 | 6]",
  enumDefault: "[`${Unit}`, 0 | 5 | 6]",
  branded: "[string, string]",
  withContext: "[city: string, days: number]",
  withInjected: "[city: string]",
  injectedMember: "[{ city: string }]",
  nothing: "[]",
};

Deno.test("200 values a signature: our verdict is another validator's, and what arrives is of the type", async () => {
  await using client = await RawClient.open(contracts.default, "legacy");
  const seed = Number(
    Deno.env.get("CONTRACTS_SEED") ?? crypto.getRandomValues(new Uint16Array(1))[0],
  );
  const lines: string[] = [];
  const never: string[] = [];
  for (const [index, { name, inputSchema }] of (await listed(client)).entries()) {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const judge = ajv.compile(inputSchema);
    const random = new Random(seed, index);
    let fitting = 0;
    for (let i = 0; i < VALUES; i++) {
      const changes = i % 2 === 0 ? 0 : 1 + random.below(2);
      const value = exact(randomArguments(inputSchema, random, changes));
      const { result } = await client.request("tools/call", { name, arguments: value });
      const [{ text }] = (result as { content: { text: string }[] }).content;
      const told = `CONTRACTS_SEED=${seed} ${name} ${JSON.stringify(value)}: ${text}`;
      assert.equal(text === "arrived", judge(value), told);
      if (text !== "arrived") continue;
      fitting++;
      lines.push(
        `{ const args: ${KEPT[name] ?? `Parameters<typeof contracts.${name}>`} = ${
          written(contracts.arrived.args)
        }; void args; }`,
      );
    }
    if (fitting < VALUES / 20) never.push(`${name}: ${fitting}`);
  }
  assert.deepEqual(never, []);
  await typeChecks(lines);
});

/** A value without integers that `JSON.parse` has rounded, which are refused whatever a schema says. */
function exact<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(
      value,
      (_, item) => Number.isInteger(item) && !Number.isSafeInteger(item) ? 2 ** 31 : item,
    ),
  );
}

/** Has the compiler check that values are of the types that they are said to be of. */
async function typeChecks(lines: readonly string[]): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${folder}/arrived.ts`;
    const from = (name: string) =>
      JSON.stringify(new URL(`../fixtures/${name}.ts`, import.meta.url));
    const head = `import type * as contracts from ${from("contracts")};
import type { Unit } from ${from("contract_types")};
`;
    await Deno.writeTextFile(file, head + lines.join("\n"));
    const { code, stderr } = await deno(["check", "--config", path("deno.json"), file]);
    assert.equal(code, 0, stderr.slice(0, 3000));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A value as the expression that makes it. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof URL) return `new URL(${JSON.stringify(value.href)})`;
  if (value instanceof RegExp) return `new RegExp(${JSON.stringify(value.source)})`;
  if (value instanceof Uint8Array) return `new Uint8Array([${value.join(", ")}])`;
  if (value instanceof ArrayBuffer) return `new ArrayBuffer(${value.byteLength})`;
  if (value instanceof Blob) return "new Blob([])";
  if (value instanceof Set) return `new Set(${written([...value])})`;
  if (value instanceof Map) return `new Map(${written([...value])})`;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind.startsWith("Temporal.")) return `${kind}.from(${JSON.stringify(String(value))})`;
  return `{ ${
    Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${written(item)}`).join(
      ", ",
    )
  } }`;
}
