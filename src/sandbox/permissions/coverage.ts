import type { PermissionKind, PermissionSet } from "../../server/permissions.ts";
import { isProgramPath } from "./entries.ts";
import { type Host, hostOf } from "./hosts.ts";
import { programPath } from "./program_path.ts";

/**
 * Whether a set grants all of an entry, as Deno would with its flags. What a set denies is not looked at.
 *
 * @param entry In the form that `readSet` gives; left out for the whole kind
 */
export function covers(set: PermissionSet, kind: PermissionKind, entry?: string): boolean {
  const allow = set[kind]?.allow ?? [];
  if (allow === true) return true;
  return entry !== undefined && allow.some((each) => COVERS[kind](each, entry));
}

type Covers = (wide: string, entry: string) => boolean;

const COVERS: Readonly<Record<PermissionKind, Covers>> = {
  read: isAtOrBelow,
  write: isAtOrBelow,
  ffi: isAtOrBelow,
  net: holdsHost,
  import: holdsHost,
  env: (wide, entry) => wide.endsWith("*") ? entry.startsWith(wide.slice(0, -1)) : wide === entry,
  sys: (wide, entry) => wide === entry,
  run: isSameProgram,
};

function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

function isSameProgram(wide: string, entry: string): boolean {
  if (wide === entry) return true;
  // Deno finds a name where the PATH says, and then compares paths.
  const path = (program: string) => isProgramPath(program) ? program : programPath(program);
  const found = path(wide);
  return found !== undefined && found === path(entry);
}

function holdsHost(wideText: string, entry: string): boolean {
  const [wide, host] = [hostOf(wideText), hostOf(entry)];
  if (wide === undefined || host === undefined) return false;
  return (wide.port === undefined || wide.port === host.port) && holds(wide, host);
}

function holds(wide: Host, host: Host): boolean {
  switch (wide.type) {
    case "wildcard":
      // The name itself as well, as Deno has it.
      return (host.type === "name" || host.type === "wildcard") &&
        (host.text === wide.text || host.text.endsWith(`.${wide.text}`));
    case "subnet":
      return (host.type === "address" || host.type === "subnet") && isInSubnet(wide, host);
    default:
      return wide.type === host.type && wide.text === host.text;
  }
}

function isInSubnet(wide: Host, { text }: Host): boolean {
  const [from, to] = [rangeOf(wide.text), rangeOf(text)];
  return from !== undefined && to !== undefined && from[0] <= to[0] && to[1] <= from[1];
}

/** The first and the last address of a subnet, or an address twice; nothing for IPv6. */
function rangeOf(text: string): readonly [number, number] | undefined {
  if (text.startsWith("[")) return undefined;
  const [address, bits = "32"] = text.split("/");
  const size = 2 ** (32 - Number(bits));
  const number = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = number - number % size;
  return [first, first + size - 1];
}
