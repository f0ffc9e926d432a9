import { patternOf } from "./pattern.ts";
import type { JsonSchema } from "./standard_schema.ts";

/** How the values of a type that JSON has not are written there. */
export interface WireType {
  /** What is listed. */
  readonly form: JsonSchema;
  /** What a value of the form must be, which holds what `format` and `pattern` of the form say. */
  readonly check?: {
    /** What is expected, as messages say it. */
    readonly expected: string;
    /** Whether a value is that; one that `type` refuses is. */
    readonly fits: (value: unknown) => boolean;
  };
  /** Makes the value of what fits, whose items or members are made already; all else stays. */
  readonly decode: (value: unknown) => unknown;
  /** Writes a value, or promises to, where its `toJSON` does not; all else stays. */
  readonly encode?: (value: unknown) => unknown;
  /** Brings what does not fit nearer to the form; all else stays. */
  readonly lenient?: (value: unknown) => unknown;
}

/** A type whose values are written as text of a format. */
export function formatted(
  format: string,
  expected: string,
  fits: (text: string) => boolean,
  decode: (text: string) => unknown,
  more: Pick<WireType, "encode" | "lenient"> = {},
): WireType {
  return texts({ type: "string", format }, expected, fits, decode, more);
}

/** A type whose values are written as text that a pattern matches. */
export function patterned(
  pattern: string,
  expected: string,
  decode: (text: string) => unknown,
  more: Pick<WireType, "encode"> = {},
): WireType {
  const fits = (text: string) => patternOf(pattern).test(text) && decodes(text, decode);
  return texts({ type: "string", pattern }, expected, fits, decode, more);
}

/** A type whose values are written as text. */
export function texts(
  form: JsonSchema,
  expected: string,
  fits: (text: string) => boolean,
  decode: (text: string) => unknown,
  more: Pick<WireType, "encode" | "lenient">,
): WireType {
  return {
    form,
    check: { expected, fits: (value) => typeof value !== "string" || fits(value) },
    decode: (value) => typeof value === "string" ? decode(value) : value,
    ...more,
  };
}

/** Whether a text can be made into a value. */
function decodes(text: string, decode: (text: string) => unknown): boolean {
  try {
    decode(text);
    return true;
  } catch {
    return false;
  }
}
