import * as v from "valibot";

interface Tree {
  readonly value: number;
  readonly children?: readonly Tree[] | undefined;
}

const tree: v.GenericSchema<Tree> = v.object({
  value: v.number(),
  children: v.optional(v.array(v.lazy(() => tree))),
});

interface Node {
  readonly name: string;
  readonly next: Node | null;
  readonly others: readonly Node[];
}

const node: v.GenericSchema<Node> = v.object({
  name: v.string(),
  next: v.nullable(v.lazy(() => node)),
  others: v.array(v.lazy(() => node)),
});

const point = v.object({ x: v.number(), y: v.number() });
const integer = v.pipe(v.number(), v.integer());

export default {
  flat: v.object({
    count: integer,
    name: v.string(),
    ok: v.boolean(),
    size: v.optional(v.number()),
  }),
  wrappers: v.object({
    inner: v.optional(v.pipe(v.string(), v.description("before"))),
    outer: v.pipe(v.optional(v.string()), v.description("after")),
    nullable: v.nullable(v.pipe(v.string(), v.description("maybe null"))),
    nullish: v.pipe(v.nullish(v.number()), v.description("maybe nothing")),
    limit: v.optional(v.pipe(integer, v.description("how many")), 10),
    unit: v.pipe(v.optional(v.picklist(["C", "F"]), "C"), v.description("which")),
    word: v.optional(v.nullable(v.string()), "none"),
  }),
  values: v.object({
    kind: v.picklist(["a", "b", "c"]),
    level: v.union([v.literal(1), v.literal(2)]),
    only: v.literal("x"),
    mixed: v.union([v.number(), v.literal("all")]),
    maybe: v.nullable(v.picklist(["a", "b"])),
  }),
  nested: v.object({ outer: v.object({ inner: v.object({ deep: v.array(v.string()) }) }) }),
  lists: v.object({
    some: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3)),
    rows: v.array(v.object({ cells: v.array(v.number()) })),
  }),
  tuples: v.object({
    pair: v.strictTuple([v.string(), v.number()]),
    rest: v.tupleWithRest([v.string()], v.number()),
  }),
  records: v.object({
    anything: v.record(v.string(), v.unknown()),
    counts: v.record(v.string(), v.number()),
  }),
  shapes: v.object({
    shape: v.variant("kind", [
      v.object({ kind: v.literal("circle"), radius: v.number() }),
      v.object({ kind: v.literal("square"), side: v.number() }),
    ]),
  }),
  tree,
  chain: v.object({ first: v.nullable(node), nodes: v.array(node) }),
  shared: v.object({ from: point, to: v.pipe(point, v.description("the end")) }),
  dates: v.object({
    when: v.date(),
    until: v.optional(v.nullable(v.pipe(v.date(), v.description("end")))),
    days: v.array(v.date()),
  }),
  bigints: v.object({ id: v.bigint(), maybe: v.nullable(v.bigint()) }),
  strict: v.strictObject({ a: v.string(), inner: v.strictObject({ b: v.string() }) }),
  loose: v.looseObject({ a: v.string(), inner: v.looseObject({ b: v.string() }) }),
  limits: v.object({
    code: v.pipe(v.string(), v.minLength(2), v.maxLength(8), v.regex(/^[A-Z]+$/)),
    even: v.pipe(v.number(), v.integer(), v.multipleOf(2)),
    open: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
    share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  }),
  both: v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]),
  empty: v.object({}),
  formats: v.object({
    date: v.pipe(v.string(), v.isoDate()),
    email: v.pipe(v.string(), v.email()),
    link: v.pipe(v.string(), v.url()),
    time: v.pipe(v.string(), v.isoTimestamp()),
    two: v.pipe(v.string(), v.regex(/^a/), v.regex(/z$/)),
    any: v.pipe(v.string(), v.regex(/^b/i)),
    uuid: v.pipe(v.string(), v.uuid()),
  }),
  odd: v.object({
    transformed: v.pipe(v.string(), v.transform((text) => text.length), v.number()),
    trimmed: v.pipe(v.string(), v.trim(), v.check((text) => text !== "x")),
    absent: v.union([v.string(), v.undefined()]),
    keys: v.record(v.picklist(["a", "b"]), v.number()),
    open: v.tuple([v.string()]),
    since: v.optional(v.date(), () => new Date(0)),
    big: v.optional(v.bigint(), 5n),
  }),
};
