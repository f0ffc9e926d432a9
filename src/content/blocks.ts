import { isDateTime } from "./date_time.ts";
import { isPlain } from "./json.ts";
import { isListOf } from "./list.ts";
import type { ContentBlock } from "./types.ts";

type Test = (value: unknown) => boolean;

/** What the members of an object must be, by name. */
type Form = Readonly<Record<string, Test>>;

const isText: Test = (value) => typeof value === "string";

const ICON: Form = {
  mimeType: isText,
  sizes: (value) => isListOf(value, isText),
  theme: (value) => value === "light" || value === "dark",
};

const ANNOTATIONS: Form = {
  audience: (value) => isListOf(value, (who) => who === "user" || who === "assistant"),
  priority: (value) => typeof value === "number" && value >= 0 && value <= 1,
  lastModified: isDateTime,
};

const CONTENTS: Form = { mimeType: isText, _meta: isPlain };

/** Members that a block of a type has, beside its type. */
const REQUIRED: Readonly<Record<string, Form>> = {
  text: { text: isText },
  image: { data: isBase64, mimeType: isText },
  audio: { data: isBase64, mimeType: isText },
  resource: { resource: isContents },
  resource_link: { uri: isText, name: isText },
};

/** Members that a block of any type may have. */
const OPTIONAL: Form = {
  annotations: areAnnotations,
  _meta: isPlain,
};

/** Members that a link may have beside those. */
const LINK: Form = {
  ...OPTIONAL,
  title: isText,
  description: isText,
  mimeType: isText,
  size: (value) => Number.isFinite(value),
  icons: (value) => isListOf(value, isIcon),
};

/** Whether a value has exactly the shape of a content block: its type, its members and no others. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (typeof value !== "object" || value === null) return false;
  const { type } = value as { type?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(REQUIRED, type)) return false;
  const { type: _, ...members } = value as Record<string, unknown>;
  const required = REQUIRED[type];
  const optional = type === "resource_link" ? LINK : OPTIONAL;
  return has(members, required) && mayHave(members, optional) &&
    Object.keys(members).every((key) =>
      Object.hasOwn(required, key) || Object.hasOwn(optional, key)
    );
}

/** Whether a value is standard base64 text. */
export function isBase64(value: unknown): value is string {
  return typeof value === "string" && value.length % 4 === 0 &&
    /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

/** Whether a value has the form of annotations. */
export function areAnnotations(value: unknown): boolean {
  return isPlain(value) && mayHave(value, ANNOTATIONS);
}

/** Whether a value has the form of an icon. */
export function isIcon(value: unknown): boolean {
  return isPlain(value) && has(value, { src: isText }) && mayHave(value, ICON);
}

/** A text block. */
export function text(value: string): ContentBlock {
  return { type: "text", text: value };
}

function isContents(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { text, blob, ...contents } = value as Record<string, unknown>;
  return has(contents, { uri: isText }) && mayHave(contents, CONTENTS) &&
    (blob === undefined ? isText(text) : text === undefined && isBase64(blob));
}

function has(members: Readonly<Record<string, unknown>>, form: Form): boolean {
  return Object.entries(form).every(([name, passes]) => passes(members[name]));
}

function mayHave(members: Readonly<Record<string, unknown>>, form: Form): boolean {
  return Object.entries(form).every(([name, passes]) =>
    members[name] === undefined || passes(members[name])
  );
}
