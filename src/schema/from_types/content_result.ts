import type { ComponentRequest } from "./component_file.ts";
import { isAuthors } from "./origins.ts";
import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

const { Void, Undefined, Null, NumberLike, BooleanLike, BigIntLike, ESSymbolLike } = ts.TypeFlags;

/** Types that are no contents of a resource, and no messages of a prompt. */
const NEVER_CONTENT: Readonly<Partial<Record<ComponentRequest["kind"], ts.TypeFlags>>> = {
  resource: Void | Undefined,
  prompt: Void | Undefined | Null | NumberLike | BooleanLike | BigIntLike | ESSymbolLike,
};

const CONTENT = {
  resource: "the contents of a resource are text, bytes or JSON",
  prompt: "a prompt gives text or messages",
} as const;

/**
 * Notes a result that can never be what a resource or a prompt gives.
 *
 * @param at Where it is noted if the function cannot be edited
 */
export function checkContent(
  kind: "resource" | "prompt",
  signature: ts.Signature,
  at: ts.Node,
  reading: Reading,
): void {
  const { checker } = reading;
  const written = signature.getReturnType();
  const type = checker.getAwaitedType(written) ?? written;
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some(({ flags }) => (flags & NEVER_CONTENT[kind]!) === 0)) return;
  const place = signature.declaration?.type;
  note(
    reading,
    place !== undefined && isAuthors(place, reading) ? place : at,
    `${CONTENT[kind]}, and this function gives ${checker.typeToString(type)}: return a string`,
  );
}
