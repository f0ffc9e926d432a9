type Value = Record<string, unknown>;

const point = { x: 1, y: 2 };
const leaf = { name: "leaf", next: null, others: [] };

/** A value that fits, by the name of the sample. */
const FITTING: Readonly<Record<string, Value>> = {
  flat: { count: 1, name: "x", ok: true, size: 1.5 },
  wrappers: {
    inner: "x",
    outer: "x",
    nullable: null,
    nullish: 5,
    limit: 1,
    unit: "F",
    word: "x",
  },
  values: { kind: "a", level: 2, only: "x", mixed: 5, maybe: null },
  nested: { outer: { inner: { deep: ["x"] } } },
  lists: { some: ["x"], rows: [{ cells: [1, 2] }] },
  tuples: { pair: ["x", 1], rest: ["x", 1, 2] },
  records: { anything: { a: 1 }, counts: { a: 1 } },
  shapes: { shape: { kind: "circle", radius: 1 } },
  tree: { value: 1, children: [{ value: 2, children: [] }] },
  chain: { first: null, nodes: [{ ...leaf, next: leaf, others: [leaf] }] },
  shared: { from: point, to: point },
  dates: { when: "2026-01-02T03:04:05Z", until: null, days: ["2026-01-02T03:04:05Z"] },
  bigints: { id: "12345678901234567890", maybe: null },
  strict: { a: "x", inner: { b: "x" } },
  loose: { a: "x", inner: { b: "x", c: 1 }, d: 1 },
  limits: { code: "ABC", even: 4, open: 0.5, share: 100 },
  both: { a: "x", b: "x" },
  empty: {},
  formats: {
    date: "2026-01-02",
    email: "a@example.com",
    link: "https://example.com/",
    time: "2026-01-02T03:04:05Z",
    two: "a to z",
    any: "Bx",
    uuid: "123e4567-e89b-12d3-a456-426614174000",
  },
  json: { value: { a: [1, "x", null, { b: true }] } },
  odd: {},
};

/** Values for a sample: one that fits first, then what is near it. */
export function values(name: string): readonly Value[] {
  const fitting = FITTING[name];
  return [fitting, ...near(fitting) as Value[], { ...fitting, unknown: 1 }];
}

const OTHERS: readonly unknown[] = [null, 5, -1.5, "", "other", true, [], ["x"], [1, "x"], {}];

/** Copies with one thing in them left out or replaced, at any depth. */
function near(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [
      value.slice(1),
      [...value, ...value],
      ...value.flatMap((item, i) => replacements(item).map((other) => value.with(i, other))),
    ];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const { [key]: _, ...rest } = value as Value;
    return [rest, ...replacements(item).map((other) => ({ ...value, [key]: other }))];
  });
}

function replacements(value: unknown): unknown[] {
  return [...OTHERS, ...near(value), ...extended(value)];
}

function extended(value: unknown): unknown[] {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? [{ ...value, unknown: 1 }]
    : [];
}
