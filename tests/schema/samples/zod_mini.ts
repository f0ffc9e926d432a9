import * as z from "zod/mini";

const described = (text: string) => z.describe(text);

const tree = z.object({
  value: z.number(),
  get children() {
    return z.optional(z.array(tree));
  },
});

const node = z.object({
  name: z.string(),
  get next() {
    return z.nullable(node);
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
    size: z.optional(z.number()),
  }),
  wrappers: z.object({
    inner: z.optional(z.string().check(described("before"))),
    outer: z.optional(z.string()).check(described("after")),
    nullable: z.nullable(z.string().check(described("maybe null"))),
    nullish: z.nullish(z.number()).check(described("maybe nothing")),
    limit: z._default(z.int().check(described("how many")), 10),
    unit: z._default(z.enum(["C", "F"]), "C").check(described("which")),
    word: z._default(z.nullable(z.string()), "none"),
  }),
  values: z.object({
    kind: z.enum(["a", "b", "c"]),
    level: z.union([z.literal(1), z.literal(2)]),
    only: z.literal("x"),
    mixed: z.union([z.number(), z.literal("all")]),
    maybe: z.nullable(z.enum(["a", "b"])),
  }),
  nested: z.object({ outer: z.object({ inner: z.object({ deep: z.array(z.string()) }) }) }),
  lists: z.object({
    some: z.array(z.string()).check(z.minLength(1), z.maxLength(3)),
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
  chain: z.object({ first: z.nullable(node), nodes: z.array(node) }),
  shared: z.object({ from: point, to: point.check(described("the end")) }),
  dates: z.object({
    when: z.date(),
    until: z.optional(z.nullable(z.date().check(described("end")))),
    days: z.array(z.coerce.date()),
  }),
  bigints: z.object({ id: z.bigint(), maybe: z.nullable(z.bigint()) }),
  strict: z.strictObject({ a: z.string(), inner: z.strictObject({ b: z.string() }) }),
  loose: z.looseObject({ a: z.string(), inner: z.looseObject({ b: z.string() }) }),
  limits: z.object({
    code: z.string().check(z.minLength(2), z.maxLength(8), z.regex(/^[A-Z]+$/)),
    even: z.int().check(z.multipleOf(2)),
    open: z.number().check(z.gt(0), z.lt(1)),
    share: z.number().check(z.gte(0), z.lte(100)),
  }),
  both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
  empty: z.object({}),
  formats: z.object({
    date: z.iso.date(),
    email: z.email(),
    link: z.url(),
    time: z.iso.datetime(),
    two: z.string().check(z.regex(/^a/), z.regex(/z$/)),
    any: z.string().check(z.regex(/^b/i)),
    uuid: z.uuid(),
  }),
  json: z.object({ value: z.json() }),
  odd: z.object({
    preprocessed: z.pipe(z.transform((value) => value), z.string()),
    transformed: z.pipe(z.pipe(z.string(), z.transform((text) => text.length)), z.number()),
    caught: z.catch(z.string(), "x"),
    fixed: z.readonly(z.object({ a: z.string() })),
    absent: z.union([z.string(), z.undefined()]),
    keys: z.record(z.enum(["a", "b"]), z.number()),
    some: z.partialRecord(z.enum(["a", "b"]), z.number()),
    template: z.templateLiteral(["v", z.number()]),
    union: z.union([z.string(), z.union([z.number(), z.string()])]),
    whatever: z.nullable(z.any()),
    never: z.optional(z.never()),
    whole: z.int32(),
    prefault: z.prefault(z.string().check(z.trim()), " k "),
  }),
};
