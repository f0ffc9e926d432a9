import { isRecord } from "../json_schema.ts";
import { patternOf } from "../pattern.ts";
import type { JsonSchema } from "../standard_schema.ts";
import { knownTo } from "./keywords.ts";
import { changed } from "./shapes.ts";

/** Gives what is to stand in place of a value: itself, or a copy. */
export type Change<Call> = (value: unknown, call: Call) => unknown;

/**
 * Makes the change of a value whose members or items are changed, as the parts of its schema ask for.
 *
 * @param changeOf The change that a part asks for, if any
 * @returns the change, or `undefined` where nothing inside is changed
 */
export function inside<Call>(
  part: JsonSchema,
  changeOf: (part: unknown) => Change<Call> | undefined,
): Change<Call> | undefined {
  const member = ofMembers(part, changeOf);
  const item = ofItems(part, changeOf);
  if (member === undefined && item === undefined) return undefined;
  return (value, call) => {
    if (Array.isArray(value) || value instanceof Set) {
      if (item === undefined) return value;
      const items = [...value].map((one, i) => item(i)?.(one, call) ?? one);
      if (value instanceof Set) return new Set(items);
      return items.every((one, i) => one === value[i]) ? value : items;
    }
    if (member === undefined) return value;
    const next = (one: unknown, key: string) => {
      const change = member(key);
      return change === undefined ? one : change(one, call);
    };
    return value instanceof Map
      ? new Map(Array.from(value, ([key, one]) => [key, next(one, String(key))]))
      : changed(value, next);
  };
}

type Changes<Key, Call> = (key: Key) => Change<Call> | undefined;

function ofMembers<Call>(
  part: JsonSchema,
  changeOf: (part: unknown) => Change<Call> | undefined,
): Changes<string, Call> | undefined {
  const named = changesOf(part.properties, changeOf);
  const patterns = changesOf(part.patternProperties, changeOf)
    .map(([pattern, change]) => [patternOf(pattern), change] as const);
  const other = changeOf(part.additionalProperties);
  if (named.length + patterns.length === 0 && other === undefined) return undefined;
  const byName = new Map(named);
  const known = knownTo(part);
  return (key) =>
    byName.get(key) ?? patterns.find(([pattern]) => pattern.test(key))?.[1] ??
      (other === undefined || known(key) ? undefined : other);
}

function ofItems<Call>(
  { prefixItems, items }: JsonSchema,
  changeOf: (part: unknown) => Change<Call> | undefined,
): Changes<number, Call> | undefined {
  const first = (Array.isArray(prefixItems) ? prefixItems : []).map(changeOf);
  const other = changeOf(items);
  if (other === undefined && first.every((change) => change === undefined)) return undefined;
  return (index) => index < first.length ? first[index] : other;
}

function changesOf<Call>(
  parts: unknown,
  changeOf: (part: unknown) => Change<Call> | undefined,
): [name: string, change: Change<Call>][] {
  return Object.entries(isRecord(parts) ? parts : {}).flatMap(([name, part]) => {
    const change = changeOf(part);
    return change === undefined ? [] : [[name, change]];
  });
}
