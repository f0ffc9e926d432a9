import { z } from "zod3";

interface Tree {
  readonly value: number;
  readonly children?: readonly Tree[] | undefined;
}

const tree: z.ZodType<Tree> = z.object({
  value: z.number(),
  children: z.array(z.lazy(() => tree)).optional(),
});

interface Node {
  readonly name: string;
  readonly next: Node | null;
  readonly others: readonly Node[];
}

const node: z.ZodType<Node> = z.object({
  name: z.string(),
  next: z.lazy(() => node).nullable(),
  others: z.array(z.lazy(() => node)),
});

const point = z.object({ x: z.number(), y: z.number() });

export default {
  flat: z.object({
    count: z.number().int(),
    name: z.string(),
    ok: z.boolean(),
    size: z.number().optional(),
  }),
  wrappers: z.object({
    inner: z.string().describe("before").optional(),
    outer: z.string().optional().describe("after"),
    nullable: z.string().describe("maybe null").nullable(),
    nullish: z.number().nullish().describe("maybe nothing"),
    limit: z.number().int().describe("how many").default(10),
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
    rest: z.tuple([z.string()]).rest(z.number()),
  }),
  records: z.object({
    anything: z.record(z.unknown()),
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
  strict: z.object({ a: z.string(), inner: z.object({ b: z.string() }).strict() }).strict(),
  loose: z.object({ a: z.string(), inner: z.object({ b: z.string() }).passthrough() })
    .passthrough(),
  limits: z.object({
    code: z.string().min(2).max(8).regex(/^[A-Z]+$/),
    even: z.number().int().multipleOf(2),
    open: z.number().gt(0).lt(1),
    share: z.number().min(0).max(100),
  }),
  both: z.object({ a: z.string() }).and(z.object({ b: z.string() })),
  empty: z.object({}),
  formats: z.object({
    email: z.string().email(),
    link: z.string().url(),
    time: z.string().datetime(),
    two: z.string().regex(/^a/).regex(/z$/),
    any: z.string().regex(/^b/i),
    uuid: z.string().uuid(),
  }),
  odd: z.object({
    preprocessed: z.preprocess((value) => value, z.string()),
    transformed: z.string().transform((text) => text.length).pipe(z.number()),
    nothing: z.literal(null),
    refined: z.string().refine((text) => text !== "x"),
    keys: z.record(z.enum(["a", "b"]), z.number()),
    union: z.union([z.string(), z.number(), z.null()]),
    whatever: z.any(),
  }),
};
