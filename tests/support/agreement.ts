import assert from "node:assert/strict";
import { type JsonSchema, McpServer } from "@x/mcp";
import { Random } from "./http_random.ts";
import { randomSchema } from "./random_schemas.ts";
import { randomArguments } from "./random_values.ts";
import { RawClient } from "./raw_client.ts";
import { referee } from "./referee.ts";

const VALUES = 10;
/** How many of the values of a schema are made to fit it, as far as that is possible. */
const FITTING = 6;
const TRIES = 4;
const SCHEMAS_A_SERVER = 100;
const MODES = ["strict", "lenient"] as const;

/** What no line for a model may name: the library behind a check, or its classes. */
const FOREIGN = /ajv|zod|hyperjump|https?:|\b[A-Z]\w*Error\b|\[object |\bundefined\b/i;

/** What came of so many calls. */
export interface Agreement {
  readonly pairs: number;
  /** Values that fit their schema, by both verdicts. */
  readonly fitting: number;
  /** Values that do not fit, but run once they are converted. */
  readonly converted: number;
}

/**
 * Calls strict and lenient tools with values that fit their schemas and values that do not, and holds
 * what comes of it against the verdict of another validator.
 *
 * @throws {assert.AssertionError} for the first disagreement, with all it takes to see it again
 */
export async function agree(seed: number, schemas: number): Promise<Agreement> {
  const sum = { pairs: 0, fitting: 0, converted: 0 };
  for (let first = 0; first < schemas; first += SCHEMAS_A_SERVER) {
    const count = Math.min(SCHEMAS_A_SERVER, schemas - first);
    const cases = Array.from({ length: count }, (_, i) => {
      const random = new Random(seed, first + i);
      return { name: `t${first + i}`, random, schema: randomSchema(random) };
    });
    await using calls = await Calls.open(cases);
    for (const { name, random, schema } of cases) {
      const judge = await referee(schema);
      for (let i = 0; i < VALUES; i++) {
        const value = valueFor(schema, random, judge, i < FITTING);
        const fits = judge(value);
        sum.pairs++;
        if (fits) sum.fitting++;
        for (const mode of MODES) {
          const outcome = await calls.call(`${mode}_${name}`, value);
          try {
            check(outcome, mode, fits, value, judge, schema);
          } catch (error) {
            throw new assert.AssertionError({
              message:
                `${(error as Error).message}\nmode ${mode}, AGREEMENT_SEED=${seed}, ${name}` +
                `\nschema ${JSON.stringify(schema)}\nvalue ${JSON.stringify(value)}` +
                `\nfits by the other validator: ${fits}\ngot ${JSON.stringify(outcome)}`,
            });
          }
          if (mode === "lenient" && !fits && "arrived" in outcome) sum.converted++;
        }
      }
    }
  }
  return sum;
}

function valueFor(
  schema: JsonSchema,
  random: Random,
  fits: (value: unknown) => boolean,
  wished: boolean,
): unknown {
  let value: unknown;
  for (let attempt = 0; attempt < (wished ? TRIES : 1); attempt++) {
    value = randomArguments(schema, random, wished ? 0 : 1 + random.below(2));
    if (fits(value)) break;
  }
  return value;
}

/** What a handler got, or what the client was told instead. */
type Outcome = { readonly arrived: unknown } | { readonly refused: string };

function check(
  outcome: Outcome,
  mode: typeof MODES[number],
  fits: boolean,
  value: unknown,
  judge: (value: unknown) => boolean,
  schema: JsonSchema,
): void {
  if ("refused" in outcome) {
    assert.equal(fits, false, "what fits is refused");
    const [heading, ...lines] = outcome.refused.split("\n");
    assert.match(heading, /^Invalid arguments for tool "\w+":$/);
    assert.ok(lines.length > 0, "no line says what is wrong");
    for (const line of lines) {
      assert.match(line, /^- \S/);
      assert.doesNotMatch(line, FOREIGN);
    }
    return;
  }
  assert.ok(judge(outcome.arrived), "what arrived does not fit");
  if (mode === "strict") assert.ok(fits, "what does not fit runs");
  assert.deepEqual(needless(value, outcome.arrived, judge), [], "text that fits is converted");
  if (fits) {
    assert.ok(sameButDefaults(value, outcome.arrived, defaultsOf(schema)), "what fits is changed");
  }
}

/** A client of a server with a strict and a lenient tool for each schema. */
class Calls implements AsyncDisposable {
  readonly #client: RawClient;
  readonly #arrived: unknown[];

  private constructor(client: RawClient, arrived: unknown[]) {
    this.#client = client;
    this.#arrived = arrived;
  }

  static async open(
    tools: readonly { readonly name: string; readonly schema: JsonSchema }[],
  ): Promise<Calls> {
    const mcp = new McpServer({ name: "agreement", version: "1.0.0" });
    const arrived: unknown[] = [];
    for (const { name, schema } of tools) {
      for (const validation of MODES) {
        mcp.tool(`${validation}_${name}`, { input: schema, validation }, (args) => {
          arrived.push(args);
        });
      }
    }
    return new Calls(await RawClient.open(mcp, "legacy"), arrived);
  }

  async call(name: string, args: unknown): Promise<Outcome> {
    const { result, error } = await this.#client.request("tools/call", { name, arguments: args });
    this.#client.messages.length = 0;
    assert.equal(error, undefined, `${name}: ${JSON.stringify(error)}`);
    const arrived = this.#arrived.splice(0);
    assert.equal(arrived.length, result.isError ? 0 : 1);
    return result.isError ? { refused: result.content[0].text } : { arrived: arrived[0] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}

/** The places where something else arrived for a text, although the text would have fitted as well. */
function needless(
  sent: unknown,
  arrived: unknown,
  fits: (value: unknown) => boolean,
  refit: (value: unknown) => unknown = (value) => value,
  path = "",
): string[] {
  if (typeof sent === "string") return sent !== arrived && fits(refit(sent)) ? [path] : [];
  if (!isObject(sent) || !isObject(arrived) || Array.isArray(sent) !== Array.isArray(arrived)) {
    return [];
  }
  return Object.keys(sent).filter((key) => Object.hasOwn(arrived, key)).flatMap((key) => {
    const put = (value: unknown) => {
      const entries = Object.entries({ ...arrived }).map((
        [name, old],
      ) => [name, name === key ? value : old]);
      return refit(
        Array.isArray(arrived) ? entries.map(([, item]) => item) : Object.fromEntries(entries),
      );
    };
    return needless(sent[key], arrived[key], fits, put, `${path}/${key}`);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

type Defaults = ReadonlyMap<string, readonly string[]>;

/** The defaults of properties by their names, as JSON, wherever in a schema. */
function defaultsOf(schema: unknown, found = new Map<string, string[]>()): Defaults {
  if (typeof schema !== "object" || schema === null) return found;
  const { properties } = schema as { properties?: unknown };
  for (const [name, part] of Object.entries(properties ?? {})) {
    if (part?.default === undefined) continue;
    found.set(name, [...found.get(name) ?? [], JSON.stringify(part.default)]);
  }
  for (const part of Object.values(schema)) defaultsOf(part, found);
  return found;
}

/** Whether a value arrived as it was sent, but for defaults where a property was absent. */
function sameButDefaults(sent: unknown, arrived: unknown, defaults: Defaults): boolean {
  if (typeof sent !== "object" || sent === null) return sent === arrived;
  if (typeof arrived !== "object" || arrived === null) return false;
  if (Array.isArray(sent) !== Array.isArray(arrived)) return false;
  if (Array.isArray(sent) && sent.length !== (arrived as unknown[]).length) return false;
  return Object.keys(sent).every((key) => Object.hasOwn(arrived, key)) &&
    Object.entries(arrived).every(([key, value]) =>
      Object.hasOwn(sent, key)
        ? sameButDefaults((sent as Record<string, unknown>)[key], value, defaults)
        // A default may lack properties with defaults of their own.
        : defaults.get(key)?.some((text) => sameButDefaults(JSON.parse(text), value, defaults)) ??
          false
    );
}
