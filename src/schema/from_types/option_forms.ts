import { isRecord } from "../json_schema.ts";
import { didYouMean } from "../nearest.ts";
import type { ComponentRequest } from "./component_file.ts";

type Kind = ComponentRequest["kind"];

/** What the value of an option is, in words, and whether one is that. */
interface Form {
  readonly what: string;
  readonly fits: (value: unknown) => boolean;
}

const TEXT: Form = { what: "a text that is not empty", fits: isText };
const TRUTH: Form = { what: "true or false", fits: (value) => typeof value === "boolean" };
const TIME: Form = {
  what: "a number of milliseconds, or Infinity",
  fits: (value) => typeof value === "number",
};
const OBJECT: Form = { what: "an object", fits: isRecord };

/** Of options; what else is wrong with a value, such as its range, registration tells. */
const FORMS: Readonly<Record<string, Form>> = {
  name: TEXT,
  title: TEXT,
  tags: {
    what: "a list of texts that are not empty",
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
  enabled: TRUTH,
  annotations: OBJECT,
  timeout: TIME,
  warm: TRUTH,
  idleMs: TIME,
  meta: OBJECT,
  uri: {
    what: "a URI that begins with its scheme",
    fits: (value) => typeof value === "string" && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(value),
  },
  mimeType: {
    what: "a media type",
    fits: (value) => typeof value === "string" && /^[^\s/;]+\/[^\s/;]+(?:$|[\s;])/.test(value),
  },
};

/** What hosts know of annotations. */
const ANNOTATIONS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  tool: ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"],
  resource: ["audience", "priority", "lastModified"],
};

/**
 * Why a value is none of an option, as far as its form tells.
 *
 * @param example How a right one is written
 * @returns `undefined` if it may be one
 */
export function formFault(
  kind: Kind,
  name: string,
  value: unknown,
  example: string,
): string | undefined {
  const form = FORMS[name];
  if (form !== undefined && !form.fits(value)) {
    return `${name} is ${form.what}, as in export const ${name} = ${example}`;
  }
  const known = name === "annotations" ? ANNOTATIONS[kind] : undefined;
  const unknown = known && Object.keys(value as object).find((key) => !known.includes(key));
  if (unknown === undefined) return undefined;
  const near = didYouMean(unknown, known!);
  return `annotations of a ${kind} have no ${JSON.stringify(unknown)}${
    near || `: leave it out, or write one of ${known!.join(", ")}`
  }`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
