import type { Checker } from "./check.ts";
import { holding } from "./holding.ts";
import { type Change, inside } from "./inside.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { closure } from "./shapes.ts";
import { wireTypeOf } from "../wanted.ts";

/** One way through a value. */
interface Call {
  /** What was promised for values, and has come. */
  readonly come: ReadonlyMap<unknown, unknown>;
  /** What is still promised for values. */
  readonly promised: Map<unknown, Promise<unknown>>;
  /** What was made of objects, by the part that they were held against. */
  readonly made: Map<JsonSchema, Map<object, unknown>>;
}

type Encode = Change<Call>;

/**
 * Makes the function that writes those parts of a value that have no JSON form by themselves, such as
 * bytes. What to write is told by the schema, and which branch of a union is meant by the value.
 *
 * @returns the function, or `undefined` if the schema has no such parts; it gives a promise only where
 * a value must be read first
 */
export function encoder(self: Checker): ((value: unknown) => unknown) | undefined {
  const holds = holding(self, ({ encode }) => encode !== undefined);
  const known = new Map<JsonSchema, Encode>();
  const encodeOf = (part: unknown): Encode | undefined => {
    if (!holds(part)) return undefined;
    if (!known.has(part)) {
      // A part may be inside itself, by reference.
      known.set(part, (value, call) => known.get(part)!(value, call));
      known.set(part, make(part, encodeOf, self));
    }
    return known.get(part);
  };
  const encode = encodeOf(self.root);
  if (encode === undefined) return undefined;
  return (value) => {
    const come = new Map<unknown, unknown>();
    const attempt = (): unknown => {
      const call: Call = { come, promised: new Map(), made: new Map() };
      const made = encode(value, call);
      if (call.promised.size === 0) return made;
      // The value may have changed until then.
      return Promise.all(
        Array.from(call.promised, async ([of, promise]) => come.set(of, await promise)),
      ).then(attempt);
    };
    return attempt();
  };
}

function make(
  part: JsonSchema,
  encodeOf: (part: unknown) => Encode | undefined,
  self: Checker,
): Encode {
  const parts = closure([part], (part) => [
    ...self.beside(part),
    ...[part.anyOf, part.oneOf].filter(Array.isArray).flat(),
  ]);
  const encodes = parts.map((part) => wireTypeOf(part)?.encode)
    .filter((encode) => encode !== undefined);
  const changes = parts.map((part) => inside(part, encodeOf))
    .filter((change) => change !== undefined);
  const written = (value: object, call: Call): unknown => {
    if (call.come.has(value)) return call.come.get(value);
    for (const encode of encodes) {
      const made = encode(value);
      if (made === value) continue;
      if (made instanceof Promise) call.promised.set(value, made);
      return made;
    }
    return changes.reduce((value, change) => change(value, call), ownJson(value));
  };
  return (value, call) => {
    if (typeof value !== "object" || value === null) return value;
    if (!call.made.has(part)) call.made.set(part, new Map());
    const made = call.made.get(part)!;
    if (!made.has(value)) {
      made.set(value, RING);
      made.set(value, written(value, call));
    }
    return made.get(value);
  };
}

/** Stands for what is inside itself, as which it is refused later. */
const RING: unknown[] = [];
RING.push(RING);

/** What an object says that it is in JSON. */
function ownJson(value: object): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, "") : value;
}
