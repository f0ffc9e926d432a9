import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-2019-09";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { addKeyword, getKeyword } from "@hyperjump/json-schema/experimental";
import * as Instance from "@hyperjump/json-schema/instance/experimental";
import type { JsonSchema } from "@x/mcp";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

let count = 0;

/**
 * Makes the verdict of a validator that has nothing to do with ours: hyperjump's, which passes the
 * official suite.
 *
 * @param schema Plain JSON Schema, of 2020-12 unless it names another dialect
 * @returns the function that says whether a value of JSON fits
 */
export async function referee(schema: JsonSchema): Promise<(value: unknown) => boolean> {
  const uri = `https://referee.example/${count++}`;
  registerSchema(JSON.parse(JSON.stringify(schema)), uri, DIALECT);
  const judge = await validate(uri);
  unregisterSchema(uri);
  return (value) => judge(value as Parameters<typeof judge>[0]).valid;
}

const MULTIPLE_OF = "https://json-schema.org/keyword/multipleOf";

// Hyperjump takes the remainder of binary fractions, give or take 1.2e-7: so -2 is no multiple of 0.001
// for it, and 1e-7 is one of 1. "Valid only if division by this keyword's value results in an integer"
// (JSON Schema validation, 6.2.1).
addKeyword<number>({
  ...getKeyword<number>(MULTIPLE_OF),
  interpret: (factor, instance) =>
    Instance.typeOf(instance) !== "number" || isMultiple(Instance.value<number>(instance), factor),
});

function isMultiple(value: number, factor: number): boolean {
  const [a, b] = [decimal(value), decimal(factor)];
  const places = Math.max(a.places, b.places);
  const whole = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return whole(a) % whole(b) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  /** How many of the digits stand behind the point. */
  readonly places: number;
}

/** A number as it is written. */
function decimal(number: number): Decimal {
  const [digits, power = "0"] = String(number).split("e");
  const places = (digits.split(".")[1] ?? "").length - Number(power);
  return { digits: BigInt(digits.replace(".", "")), places };
}
