import { z } from "zod";

const tree = z.object({
  value: z.number(),
  get children() {
    return z.array(tree).optional();
  },
});

const node = z.object({
  name: z.string(),
  get next() {
    return node.nullable();
  },
  get others() {
    return z.array(node);
  },
});

const point = z.object({ x: z.number(), y: z.number() });

export default {
  flat: z.object({
    count: z.int(),
    name: z.string(),
    ok: z.boolean(),
    size: z.number().optional(),
  }),
  wrappers: z.object({
    inner: z.string().describe("before").optional(),
    outer: z.string().optional().describe("after"),
    nullable: z.string().describe("maybe null").nullable(),
    nullish: z.number().nullish().describe("maybe nothing"),
    limit: z.int().describe("how many").default(10),
    unit: z.enum(["C", "F"]).default("C").describe("which"),
    word: z.string().nullable().default("none"),
  }),
  values: z.object({
    kind: z.enum(["a", "b", "c"]),
    level: z.union([z.literal(1), z.literal(2)]),
    only: z.literal("x"),
    mixed: z.union([z.number(), z.literal("all")]),
    maybe: z.enum(["a", "b"]).nullable(),
  }),
  nested: z.object({ outer: z.object({ inner: z.object({ deep: z.array(z.string()) }) }) }),
  lists: z.object({
    some: z.array(z.string()).min(1).max(3),
    rows: z.array(z.object({ cells: z.array(z.number()) })),
  }),
  tuples: z.object({
    pair: z.tuple([z.string(), z.number()]),
    rest: z.tuple([z.string()], z.number()),
  }),
  records: z.object({
    anything: z.record(z.string(), z.unknown()),
    counts: z.record(z.string(), z.number()),
  }),
  shapes: z.object({
    shape: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("circle"), radius: z.number() }),
      z.object({ kind: z.literal("square"), side: z.number() }),
    ]),
  }),
  tree,
  chain: z.object({ first: node.nullable(), nodes: z.array(node) }),
  shared: z.object({ from: point, to: point.describe("the end") }),
  dates: z.object({
    when: z.date(),
    until: z.date().describe("end").nullable().optional(),
    days: z.array(z.coerce.date()),
  }),
  bigints: z.object({ id: z.bigint(), maybe: z.bigint().nullable() }),
  strict: z.strictObject({ a: z.string(), inner: z.strictObject({ b: z.string() }) }),
  loose: z.looseObject({ a: z.string(), inner: z.looseObject({ b: z.string() }) }),
  limits: z.object({
    code: z.string().min(2).max(8).regex(/^[A-Z]+$/),
    even: z.int().multipleOf(2),
    open: z.number().gt(0).lt(1),
    share: z.number().min(0).max(100),
  }),
  both: z.object({ a: z.string() }).and(z.object({ b: z.string() })),
  empty: z.object({}),
  formats: z.object({
    date: z.iso.date(),
    email: z.email(),
    link: z.url(),
    time: z.iso.datetime(),
    two: z.string().regex(/^a/).regex(/z$/),
    any: z.string().regex(/^b/i),
    uuid: z.uuid(),
  }),
  json: z.object({ value: z.json() }),
  odd: z.object({
    preprocessed: z.preprocess((value) => value, z.string()),
    transformed: z.string().transform((text) => text.length).pipe(z.number()),
    caught: z.string().catch("x"),
    fixed: z.object({ a: z.string() }).readonly(),
    absent: z.union([z.string(), z.undefined()]),
    keys: z.record(z.enum(["a", "b"]), z.number()),
    some: z.partialRecord(z.enum(["a", "b"]), z.number()),
    template: z.templateLiteral(["v", z.number()]),
    union: z.union([z.string(), z.union([z.number(), z.string()])]),
    whatever: z.any().nullable(),
    never: z.never().optional(),
    whole: z.int32(),
    prefault: z.string().trim().prefault(" k "),
  }),
};
