import Type from "typebox";

const node = Type.Cyclic({
  First: Type.Object({
    name: Type.String(),
    next: Type.Union([Type.Ref("First"), Type.Null()]),
    others: Type.Array(Type.Ref("First")),
  }),
}, "First");
const point = Type.Object({ x: Type.Number(), y: Type.Number() });

export default {
  flat: Type.Object({
    count: Type.Integer(),
    name: Type.String(),
    ok: Type.Boolean(),
    size: Type.Optional(Type.Number()),
  }),
  wrappers: Type.Object({
    inner: Type.Optional(Type.String({ description: "before" })),
    outer: Type.Optional(Type.String({ description: "after" })),
    nullable: Type.Union([Type.String({ description: "maybe null" }), Type.Null()]),
    nullish: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: "maybe nothing" }),
    ),
    limit: Type.Optional(Type.Integer({ description: "how many", default: 10 })),
    unit: Type.Optional(
      Type.Union([Type.Literal("C"), Type.Literal("F")], { default: "C", description: "which" }),
    ),
    word: Type.Optional(Type.Union([Type.String(), Type.Null()], { default: "none" })),
  }),
  values: Type.Object({
    kind: Type.Union([Type.Literal("a"), Type.Literal("b"), Type.Literal("c")]),
    level: Type.Union([Type.Literal(1), Type.Literal(2)]),
    only: Type.Literal("x"),
    mixed: Type.Union([Type.Number(), Type.Literal("all")]),
    maybe: Type.Union([Type.Literal("a"), Type.Literal("b"), Type.Null()]),
  }),
  nested: Type.Object({
    outer: Type.Object({ inner: Type.Object({ deep: Type.Array(Type.String()) }) }),
  }),
  lists: Type.Object({
    some: Type.Array(Type.String(), { minItems: 1, maxItems: 3 }),
    rows: Type.Array(Type.Object({ cells: Type.Array(Type.Number()) })),
  }),
  tuples: Type.Object({ pair: Type.Tuple([Type.String(), Type.Number()]) }),
  records: Type.Object({
    anything: Type.Record(Type.String(), Type.Unknown()),
    counts: Type.Record(Type.String(), Type.Number()),
  }),
  shapes: Type.Object({
    shape: Type.Union([
      Type.Object({ kind: Type.Literal("circle"), radius: Type.Number() }),
      Type.Object({ kind: Type.Literal("square"), side: Type.Number() }),
    ]),
  }),
  tree: Type.Cyclic({
    Root: Type.Object({
      value: Type.Number(),
      children: Type.Optional(Type.Array(Type.Ref("Root"))),
    }),
  }, "Root"),
  chain: Type.Object({ first: Type.Union([node, Type.Null()]), nodes: Type.Array(node) }),
  shared: Type.Object({
    from: point,
    to: Type.Object({ ...point.properties }, { description: "the end" }),
  }),
  bigints: Type.Object({ id: Type.BigInt(), maybe: Type.Union([Type.BigInt(), Type.Null()]) }),
  strict: Type.Object({
    a: Type.String(),
    inner: Type.Object({ b: Type.String() }, { additionalProperties: false }),
  }, { additionalProperties: false }),
  loose: Type.Object({
    a: Type.String(),
    inner: Type.Object({ b: Type.String() }, { additionalProperties: true }),
  }, { additionalProperties: true }),
  limits: Type.Object({
    code: Type.String({ minLength: 2, maxLength: 8, pattern: "^[A-Z]+$" }),
    even: Type.Integer({ multipleOf: 2 }),
    open: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    share: Type.Number({ minimum: 0, maximum: 100 }),
  }),
  both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
  empty: Type.Object({}),
  formats: Type.Object({
    date: Type.String({ format: "date" }),
    email: Type.String({ format: "email" }),
  }),
  odd: Type.Object({
    template: Type.TemplateLiteral("a${0|1}"),
    absent: Type.Union([Type.String(), Type.Undefined()]),
    numbers: Type.Record(Type.Number(), Type.String()),
    values: Type.Enum(["a", "b"]),
  }),
};
