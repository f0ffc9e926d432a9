import {
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";

type Entries = true | readonly string[];

/** All that some of the sets grant; what is denied is what each set that grants something of it denies. */
export function unionOf(sets: readonly PermissionSet[]): PermissionSet {
  const union: { [Kind in PermissionKind]?: Grant } = {};
  for (const kind of PERMISSION_KINDS) {
    const grants = sets.map((set) => set[kind]).filter((grant) => grant !== undefined);
    if (grants.length === 0) continue;
    const deny = grants.map((grant) => grant.deny ?? []).reduce(both);
    const ignore = grants.map((grant) => grant.ignore ?? []).reduce(both);
    union[kind] = Object.freeze({
      allow: grants.map((grant) => grant.allow).reduce(either),
      ...(isEmpty(deny) ? {} : { deny }),
      ...(isEmpty(ignore) ? {} : { ignore }),
    });
  }
  return Object.freeze(union);
}

function either(a: Entries, b: Entries): Entries {
  return a === true || b === true ? true : Object.freeze([...new Set([...a, ...b])].sort());
}

function both(a: Entries, b: Entries): Entries {
  if (a === true) return b;
  return b === true ? a : a.filter((entry) => b.includes(entry));
}

function isEmpty(entries: Entries): boolean {
  return entries !== true && entries.length === 0;
}
