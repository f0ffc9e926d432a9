import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { walkSchema } from "../../src/schema/json_schema.ts";
import { hasTuple } from "../../src/schema/libraries/tuples.ts";
import { path } from "../support/server_process.ts";
import { libraries } from "./samples/all.ts";
import { listed, written } from "./samples/listing.ts";
import { values } from "./samples/values.ts";

/** Set it to write the golden files anew, and read what has changed in them. */
const UPDATE = Deno.env.get("UPDATE_GOLDEN") !== undefined;

for (const [library, samples] of Object.entries(libraries)) {
  Deno.test(`C074: what is listed for the schemas of ${library} is as in its golden file`, async () => {
    const file = path(`tests/schema/golden/${library}.json`);
    if (UPDATE) await Deno.writeTextFile(file, written(samples));
    assert.equal(written(samples), await Deno.readTextFile(file));
  });
}

const all = Object.entries(libraries).flatMap(([library, samples]) =>
  Object.entries(samples).flatMap(([name, schema]) =>
    Object.entries(listed(schema)).map(([side, json]) => ({ library, name, side, json, schema }))
  )
);

Deno.test("generatedSchema gives the same twice, in the order of its keys too", () => {
  for (const samples of Object.values(libraries)) {
    assert.equal(written(samples), written(samples));
  }
});

Deno.test("generatedSchema leaves no dialect, no id, and no reference but to #/$defs/Name", () => {
  for (const { library, name, side, json } of all) {
    walkSchema(json, (node, place) => {
      const at = `${library} ${name} ${side} ${place}`;
      for (const key of ["$schema", "$id", "$anchor", "id", "definitions"]) {
        assert.equal(key in node, false, `${at}: ${key}`);
      }
      if (node.$ref !== undefined) assert.match(String(node.$ref), /^#\/\$defs\/[A-Z]\w*$/, at);
      if (node.$defs !== undefined) assert.equal(place, "", at);
      for (const key of Object.keys(node)) assert.doesNotMatch(key, /^~/, at);
    });
    const refs = new Set(JSON.stringify(json).match(/(?<=#\/\$defs\/)\w+/g));
    assert.deepEqual([...refs].sort(), Object.keys(json.$defs ?? {}).sort(), `${library} ${name}`);
  }
});

Deno.test("every schema that we generate compiles in ajv draft-07 and 2020-12, with equal verdicts but for tuples", () => {
  const options = { strict: false, validateFormats: false };
  const [old, modern] = [new Ajv(options), new Ajv2020(options)];
  let compared = 0;
  let different = 0;
  for (const { library, name, side, json } of all) {
    const [before, now] = [old.compile(json), modern.compile(json)];
    for (const value of values(name)) {
      const verdicts = [before(value), now(value)];
      compared++;
      if (hasTuple(json)) {
        if (verdicts[0] !== verdicts[1]) different++;
      } else {
        assert.equal(
          verdicts[0],
          verdicts[1],
          `${library} ${name} ${side}: ${JSON.stringify(value)}`,
        );
      }
    }
  }
  assert.ok(compared > 1000, String(compared));
  assert.ok(different > 0);
});

Deno.test("the first sample value fits in every library, and a tuple in draft-07 too", () => {
  const options = { strict: false, validateFormats: false };
  const validators = [new Ajv(options), new Ajv2020(options)];
  for (const { library, name, json } of all) {
    if (name === "odd") continue;
    // Where a rest follows, draft-07 takes the items after the tuple for all items.
    const rest = JSON.stringify(json).includes('"prefixItems":[{"type":"string"}],"items"');
    for (const validator of rest ? validators.slice(1) : validators) {
      const check = validator.compile(json);
      const [value] = values(name);
      const known = Object.keys(json.properties as object);
      const fitting = name === "loose" ? value : pick(value, known);
      assert.ok(check(fitting), `${library} ${name}: ${JSON.stringify(check.errors)}`);
    }
  }
});

function pick(value: Record<string, unknown>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}
