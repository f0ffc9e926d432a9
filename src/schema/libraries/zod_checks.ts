import { needsFlags } from "./patterns.ts";
import type { Node } from "./subschemas.ts";

/** A check of a zod 4 schema; formats such as `z.email()` are schema and check in one. */
export interface ZodCheck {
  readonly _zod: {
    readonly def: {
      readonly check?: string;
      readonly checks?: readonly ZodCheck[];
      readonly format?: string;
      readonly inclusive?: boolean;
      readonly length?: number;
      readonly local?: boolean;
      readonly maximum?: number;
      readonly minimum?: number;
      readonly pattern?: RegExp;
      readonly precision?: number | null;
      readonly value?: unknown;
    };
  };
}

type Check = ZodCheck["_zod"]["def"];

/** The checks of a schema, its own format first. */
export function checksOf(schema: ZodCheck): Check[] {
  const { def } = schema._zod;
  const own = def.check === undefined ? [] : [def];
  return [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)];
}

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

/** Type and limits of a number. */
export function numberLimits(schema: ZodCheck): Node {
  const limits: Node = { type: "number" };
  const divisors: number[] = [];
  for (const { check, format, inclusive, value } of checksOf(schema)) {
    if (check === "greater_than") {
      raise(limits, inclusive ? "minimum" : "exclusiveMinimum", Number(value));
    } else if (check === "less_than") {
      lower(limits, inclusive ? "maximum" : "exclusiveMaximum", Number(value));
    } else if (check === "multiple_of") divisors.push(Math.abs(Number(value)));
    else if (check === "number_format") {
      if (format!.includes("int")) limits.type = "integer";
      const [least, most] = RANGES[format!] ?? [];
      if (least !== undefined) raise(limits, "minimum", least);
      if (most !== undefined) lower(limits, "maximum", most);
    }
  }
  const [multipleOf, ...others] = new Set(divisors);
  if (multipleOf !== undefined) limits.multipleOf = multipleOf;
  if (others.length > 0) limits.allOf = others.map((multipleOf) => ({ multipleOf }));
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = limits as Record<string, number>;
  if (exclusiveMinimum >= (minimum ?? -Infinity)) delete limits.minimum;
  else delete limits.exclusiveMinimum;
  if (exclusiveMaximum <= (maximum ?? Infinity)) delete limits.maximum;
  else delete limits.exclusiveMaximum;
  return limits;
}

/** What zod calls otherwise than JSON Schema. */
const FORMATS: Readonly<Record<string, string | undefined>> = {
  datetime: "date-time",
  guid: "uuid",
  json_string: "json-string",
  regex: undefined,
  // It may lack its zone.
  time: undefined,
  url: "uri",
};

/** Length, format and patterns of a text. */
export function textLimits(schema: ZodCheck): Node {
  const limits = sizeLimits(schema, "Length");
  const patterns = new Set<string>();
  for (const { check, format, local, pattern, precision } of checksOf(schema)) {
    if (check !== "string_format") continue;
    if (pattern !== undefined && !needsFlags(pattern.flags)) patterns.add(pattern.source);
    if (format === "base64" || format === "base64url") limits.contentEncoding = format;
    const named = format! in FORMATS ? FORMATS[format!] : format;
    if (named !== undefined && !local && precision !== -1) limits.format = named;
  }
  if (patterns.size === 1) [limits.pattern] = patterns;
  else if (patterns.size > 1) limits.allOf = [...patterns].map((pattern) => ({ pattern }));
  return limits;
}

/** The limits of a length or of a number of items. */
export function sizeLimits(schema: ZodCheck, of: "Length" | "Items"): Node {
  const limits: Node = {};
  for (const { check, length, maximum, minimum } of checksOf(schema)) {
    if (check === "min_length") raise(limits, `min${of}`, minimum!);
    else if (check === "max_length") lower(limits, `max${of}`, maximum!);
    else if (check === "length_equals") {
      raise(limits, `min${of}`, length!);
      lower(limits, `max${of}`, length!);
    }
  }
  return limits;
}

function raise(limits: Node, key: string, value: number): void {
  limits[key] = Math.max(value, Number(limits[key] ?? -Infinity));
}

function lower(limits: Node, key: string, value: number): void {
  limits[key] = Math.min(value, Number(limits[key] ?? Infinity));
}
