import {
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../server/permissions.ts";

/** The flags by which a process of Deno may do what a set says, and nothing else. */
export function flagsOf(set: PermissionSet): string[] {
  return PERMISSION_KINDS.flatMap((kind) => {
    const grant = set[kind];
    if (grant === undefined) return [];
    return (["allow", "deny", "ignore"] as const).flatMap((verb) => flagOf(verb, kind, grant));
  });
}

function flagOf(verb: "allow" | "deny" | "ignore", kind: PermissionKind, grant: Grant): string[] {
  const entries = grant[verb];
  if (entries === true) return [`--${verb}-${kind}`];
  if (entries === undefined || entries.length === 0) return [];
  return [`--${verb}-${kind}=${entries.join(",")}`];
}
