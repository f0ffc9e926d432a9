import { covers } from "../sandbox/permissions/coverage.ts";
import { permissionText } from "../sandbox/permissions/permission_text.ts";
import { type Grant, PERMISSION_KINDS, type PermissionSet } from "../server/permissions.ts";
import type { ComponentSnapshot } from "./snapshot.ts";

/**
 * What a component may touch now that it might not before, in words such as `net=example.com`.
 *
 * @param before What it was, if it was there
 * @param folder Path of the project's folder, with a slash at its end; paths below are shown from there
 */
export function wantedRights(
  before: ComponentSnapshot | undefined,
  { permissions: now }: ComponentSnapshot,
  folder: string,
): string[] {
  const had = before?.permissions ?? {};
  if (had === "inherit") return [];
  if (now === "inherit") return ["to run in the server's process, with all that it may touch"];
  if (typeof now === "string") {
    return now === had
      ? []
      : [`the permissions ${JSON.stringify(now)} of deno.json, which cannot be read here`];
  }
  return moreOf(typeof had === "string" ? {} : had, now, folder);
}

function moreOf(had: PermissionSet, now: PermissionSet, folder: string): string[] {
  return PERMISSION_KINDS.flatMap((kind) => {
    const allowed = allowedBy(now[kind]);
    const old = allowedBy(had[kind]);
    const before = { [kind]: { allow: old } };
    const more = allowed === true
      ? (covers(before, kind) ? [] : true)
      // One that says nothing that Deno knows is not covered by itself either.
      : allowed.filter((entry) =>
        old !== true && !old.includes(entry) && !covers(before, kind, entry)
      );
    const text = (allow: true | readonly string[]) => permissionText({ [kind]: { allow } }, folder);
    const opened = openedBy(
      had[kind],
      now[kind],
      (wide, entry) => covers({ [kind]: { allow: wide } }, kind, entry),
    );
    return [
      ...(more === true || more.length > 0 ? [text(more)] : []),
      ...(opened.length > 0 ? [`${text(opened)}, which was denied`] : []),
    ];
  });
}

function allowedBy({ allow, deny }: Grant = { allow: [] }): true | readonly string[] {
  return deny === true ? [] : allow;
}

/** What was denied within what is allowed, and is not any more. */
function openedBy(
  had: Grant | undefined,
  now: Grant | undefined,
  holds: (wide: true | readonly string[], entry: string) => boolean,
): string[] {
  const allowed = allowedBy(now);
  const denied = deniedBy(now);
  const before = deniedBy(had);
  if (before === true) return [];
  return before.filter((entry) =>
    denied !== true && !holds(denied, entry) &&
    (allowed === true || holds(allowed, entry) || allowed.some((each) => holds([entry], each)))
  );
}

function deniedBy({ deny = [], ignore = [] }: Grant = { allow: [] }): true | readonly string[] {
  return deny === true || ignore === true || [...deny, ...ignore];
}
