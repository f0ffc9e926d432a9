import { scope, type } from "arktype";

const point = type({ x: "number", y: "number" });

const nodes = scope({
  node: { name: "string", next: "node | null", others: "node[]" },
  chain: { nodes: "node[]", first: "node | null" },
}).export();

export default {
  flat: type({ count: "number.integer", name: "string", ok: "boolean", "size?": "number" }),
  wrappers: type({
    "inner?": type("string").describe("before"),
    "outer?": type("string").describe("after"),
    nullable: type("string").describe("maybe null").or("null"),
    "nullish?": type("number").describe("maybe nothing").or("null"),
    limit: type("number.integer").describe("how many").default(10),
    unit: type("'C' | 'F'").describe("which", "self").default("C"),
    word: type("string | null").default("none"),
  }),
  values: type({
    kind: "'a' | 'b' | 'c'",
    level: "1 | 2",
    only: "'x'",
    mixed: "'all' | number",
    maybe: "'a' | 'b' | null",
  }),
  nested: type({ outer: { inner: { deep: "string[]" } } }),
  lists: type({ some: "1 <= string[] <= 3", rows: type({ cells: "number[]" }).array() }),
  tuples: type({ pair: ["string", "number"], rest: ["string", "...", "number[]"] }),
  records: type({ anything: "Record<string, unknown>", counts: "Record<string, number>" }),
  shapes: type({
    shape: type({ kind: "'circle'", radius: "number" }).or({ kind: "'square'", side: "number" }),
  }),
  tree: type({ value: "number", "children?": "this[]" }),
  chain: nodes.chain,
  shared: type({ from: point, to: point.describe("the end", "self") }),
  dates: type({
    when: "Date",
    "until?": type("Date").describe("end").or("null"),
    days: "Date[]",
  }),
  bigints: type({ id: "bigint", maybe: "bigint | null" }),
  strict: type({ "+": "reject", a: "string", inner: { "+": "reject", b: "string" } }),
  loose: type({
    "[string]": "unknown",
    a: "string",
    inner: { "[string]": "unknown", b: "string" },
  }),
  limits: type({
    code: type("2 <= string <= 8").and(/^[A-Z]+$/),
    even: "number.integer % 2",
    open: "0 < number < 1",
    share: "0 <= number <= 100",
  }),
  both: type({ a: "string" }).and({ b: "string" }),
  empty: type({}),
  formats: type({
    date: "string.date.iso",
    email: "string.email",
    link: "string.url",
    two: type(/^a/).and(/z$/),
    any: /^b/i,
    uuid: "string.uuid",
  }),
  odd: type({
    transformed: "string.numeric.parse",
    absent: "string | undefined",
    "never?": "never",
    "cut?": type({ "+": "delete", a: "string = 'x'" }),
    object: "object",
    inner: type({ deep: type({ "size?": "number", "list?": "string[]" }).array() }),
  }),
};
