import assert from "node:assert/strict";
import type { JsonSchema } from "@x/mcp";
import { mutatedJson, Random } from "./http_random.ts";
import { randomSchema, TEXTS } from "./random_schemas.ts";
import { randomArguments, randomValue } from "./random_values.ts";
import type { Message } from "./raw_client.ts";
import { randomRecipe } from "./recipes.ts";

const TOOLS = 40;

/** The schemas of the random tools of a server. */
export function toolSchemas(seed: number): JsonSchema[] {
  return Array.from({ length: TOOLS }, (_, i) => randomSchema(new Random(seed, i)));
}

/** The templates of a server; all its parameters are text. */
export const TEMPLATES = [
  "x://one/{a}",
  "x://all/{path*}",
  "x://mix/{a}/{rest*}/end",
  "x://two/{a}-{b}.txt",
  "x://query/{a}{?b,c}",
  "x://only{?q}",
  "a+b://größe/{b}/😀",
  "x://a.b+c(d)/{e}",
];

/** The prompts of a server. */
export const PROMPTS: readonly { readonly name: string; readonly args: JsonSchema }[] = [
  { name: "plain", args: { type: "object", properties: { a: {}, b: { type: "string" } } } },
  {
    name: "typed",
    args: {
      type: "object",
      properties: {
        count: { type: "integer", minimum: 0 },
        on: { type: "boolean", default: true },
        kind: { enum: ["circle", "square", null] },
        list: { type: "array", items: { type: "number" } },
        any: { anyOf: [{ type: "number" }, { type: "null" }] },
      },
      required: ["count"],
    },
  },
];

/** What arguments for the tools of zod look like. */
const ZOD_SHAPE: JsonSchema = {
  type: "object",
  properties: {
    count: { type: "integer", minimum: 1, maximum: 100 },
    ratio: { type: ["number", "null"], multipleOf: 0.01 },
    on: { type: "boolean" },
    name: { type: "string", minLength: 1, maxLength: 20 },
    kind: { enum: ["circle", "square"] },
    either: { type: ["string", "number", "array"], items: { type: "boolean" } },
    when: { enum: ["2026-01-31T12:00:00Z", "2026-01-31", 0, "soon"] },
    list: {
      type: "array",
      items: { type: "object", properties: { a: { type: "number" }, b: { type: "string" } } },
    },
    record: { type: "object", additionalProperties: { type: "number" } },
    secret: { type: "string" },
    later: { type: "string" },
    upper: { type: "string" },
  },
  required: ["ratio", "name", "kind"],
};

/** A request to send. */
export interface ValuesRequest {
  readonly method: string;
  /** The parameters but `_meta`, as JSON. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether an unexpected error is what the request asks for. */
  readonly fails: boolean;
}

/** A request that looks random, for a server with these schemas. */
export function randomRequest(random: Random, schemas: readonly JsonSchema[]): ValuesRequest {
  const call = (name: string, args: unknown, fails = false): ValuesRequest => ({
    method: "tools/call",
    params: { name, arguments: args },
    fails,
  });
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2: {
      const i = random.below(schemas.length);
      const mode = random.pick(["strict", "lenient"]);
      const args = randomArguments(schemas[i], random, random.pick([0, 0, 1, 2]));
      return call(`${mode}_${i}`, odd(args, random));
    }
    case 3: {
      const args = randomArguments(ZOD_SHAPE, random, random.pick([0, 0, 1, 2]));
      return call(random.pick(["zod_strict", "zod_lenient"]), odd(args, random));
    }
    case 4: {
      const i = random.below(schemas.length);
      const value = randomArguments(schemas[i], random, random.pick([0, 0, 1, 2]));
      return call(`shaped_${i}`, { value: odd(value, random) });
    }
    case 5:
    case 6:
    case 7: {
      const tool = random.chance(0.8) ? "made" : random.pick(["made_number", "made_list"]);
      return call(tool, { recipe: randomRecipe(random) }, true);
    }
    case 8: {
      if (random.chance(0.2)) {
        const uri = `made://${encodeURIComponent(JSON.stringify(randomRecipe(random)))}`;
        return { method: "resources/read", params: { uri }, fails: true };
      }
      return { method: "resources/read", params: { uri: randomUri(random) }, fails: false };
    }
    default:
      return prompt(random);
  }
}

function prompt(random: Random): ValuesRequest {
  if (random.chance(0.3)) {
    const recipe = JSON.stringify(randomRecipe(random));
    return {
      method: "prompts/get",
      params: { name: "made", arguments: { recipe } },
      fails: true,
    };
  }
  const { name, args } = random.pick(PROMPTS);
  if (random.chance(0.2)) {
    const argument = {
      name: random.pick([...Object.keys(args.properties as JsonSchema), "none"]),
      value: random.pick(TEXTS),
    };
    const ref = random.chance(0.5)
      ? { type: "ref/prompt", name }
      : { type: "ref/resource", uri: random.pick(TEMPLATES) };
    return { method: "completion/complete", params: { ref, argument }, fails: false };
  }
  const given = Object.entries(randomArguments(args, random, random.below(3)))
    .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
  return {
    method: "prompts/get",
    params: { name, arguments: odd(Object.fromEntries(given), random) },
    fails: false,
  };
}

/** The value, or now and then something that nobody would send; still JSON. */
function odd(value: unknown, random: Random): unknown {
  if (!random.chance(0.1)) return value;
  try {
    return JSON.parse(mutatedJson(value, random, 1 + random.below(2)));
  } catch {
    return randomValue(random);
  }
}

/** A URI that one of the templates may match, or that looks as if. */
function randomUri(random: Random): string {
  const template = random.pick([...TEMPLATES, "typed://{a}{?on}", "x://constant", "y://{a}"]);
  const filled = template.replaceAll(/\{[^}]*\}/g, (expression) => {
    if (!expression.startsWith("{?")) return piece(random);
    const keys = [...expression.slice(2, -1).split(","), "other"];
    const pairs = Array.from({ length: random.below(4) }, () => {
      return `${random.pick(keys)}${random.pick(["=", "=", "", "=="])}${piece(random)}`;
    });
    return pairs.length === 0 ? random.pick(["", "?"]) : `?${pairs.join(random.pick(["&", "&&"]))}`;
  });
  switch (random.below(8)) {
    case 0:
      return encodeURI(filled.toWellFormed());
    case 1:
      return `${filled}#${piece(random)}`;
    case 2:
      return filled.slice(0, random.below(filled.length + 1));
    case 3: {
      const at = random.below(filled.length);
      return filled.slice(0, at) + piece(random) + filled.slice(at);
    }
    case 4:
      return filled.toUpperCase();
    default:
      return filled;
  }
}

function piece(random: Random): string {
  return random.pick([
    ...["a", "abc", "1", "-5", "true", "größe", "😀", "a%20b", "a b", "%F0%9F%98%80", "a+b"],
    ...["..", "a/../b", "%2e%2e", "%252e%252e", "/etc/passwd", "%2Fetc", "C:\\x", "a\\..\\b"],
    ...["%00", "\u0000", "%", "%zz", "%C3", "\ud800", "", " ", "?", "#", "&b=", "{a}", "~", "*"],
    ...["a/b", "//", "/", ".", "x".repeat(3000), "%41".repeat(500), "a\nb", "a;b=c", "__proto__"],
  ]);
}

/** What no text for a model may name: the libraries behind us, our classes, our files. */
const FOREIGN =
  /\bajv\b|\bzod\b|ZodError|hyperjump|https?:\/\/|file:\/\/|\bat .*:\d+:\d+|\[object /i;

/** Whether an answer is one that the request could have. */
export function checkAnswer({ method, fails }: ValuesRequest, answer: Message): void {
  const { result, error } = answer;
  if (error !== undefined) {
    assert.equal(result, undefined);
    assert.ok(Number.isSafeInteger(error.code) && typeof error.message === "string");
    // Nothing inside the server has failed, and no library has spoken.
    if (!fails) assert.notEqual(error.code, -32603);
    if (method === "tools/call") assert.equal(error.code, -32602);
    assert.doesNotMatch(error.message, FOREIGN);
    return;
  }
  switch (method) {
    case "tools/call":
      assert.ok(Array.isArray(result.content));
      for (const block of result.content) checkBlock(block);
      if (result.isError && !fails) {
        const { text } = result.content[0];
        assert.match(
          text,
          /^Invalid arguments for tool "\w+":\n- |^Tool "\w+" returned /,
        );
        assert.doesNotMatch(text, FOREIGN);
      }
      return;
    case "resources/read":
      assert.ok(Array.isArray(result.contents));
      for (const contents of result.contents) checkContents(contents);
      return;
    case "prompts/get":
      assert.ok(Array.isArray(result.messages));
      for (const { role, content } of result.messages) {
        assert.ok(role === "user" || role === "assistant");
        checkBlock(content);
      }
      return;
    default:
      assert.ok(Array.isArray(result.completion.values));
  }
}

function checkBlock(block: Record<string, unknown>): void {
  switch (block.type) {
    case "text":
      return assert.equal(typeof block.text, "string");
    case "image":
    case "audio":
      assert.match(block.data as string, /^[A-Za-z0-9+/]*={0,2}$/);
      return assert.equal(typeof block.mimeType, "string");
    case "resource_link":
      return assert.ok(typeof block.uri === "string" && typeof block.name === "string");
    case "resource":
      return checkContents(block.resource as Record<string, unknown>);
    default:
      assert.fail(`a block of type ${block.type}`);
  }
}

function checkContents({ uri, text, blob }: Record<string, unknown>): void {
  assert.equal(typeof uri, "string");
  assert.ok((typeof text === "string") !== (typeof blob === "string"));
}
