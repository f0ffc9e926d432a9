import type { PermissionKind } from "../../server/permissions.ts";
import { hostOf, hostText } from "./hosts.ts";

/** What this process was given of an entry: `partly` where something below it is denied. */
export type Given = "wholly" | "partly" | "not";

/**
 * What this process was given, as far as Deno tells: of subnets nothing unless all hosts are granted. It
 * does not tell of a host or variable that is denied within a wildcard, nor of a port of a host, where
 * the flags list what they allow.
 *
 * @param entry As a flag says it, paths absolute; left out for the whole kind
 */
export function given(kind: PermissionKind, entry?: string): Given {
  const whole = stateOf({ name: kind });
  if (entry === undefined || whole === "wholly") return whole;
  const descriptor = descriptorOf(kind, entry);
  if (descriptor === undefined) return whole;
  // Something of the kind is denied, and it may be a part of what a star stands for.
  if (whole === "partly" && entry.includes("*") && isPattern(kind)) return whole;
  return stateOf(descriptor);
}

function isPattern(kind: PermissionKind): boolean {
  return kind === "net" || kind === "import" || kind === "env";
}

function descriptorOf(
  kind: PermissionKind,
  entry: string,
): Deno.PermissionDescriptor | undefined {
  switch (kind) {
    case "read":
    case "write":
    case "ffi":
      return { name: kind, path: entry };
    case "env":
      return { name: kind, variable: entry };
    case "run":
      return { name: kind, command: entry };
    case "sys":
      return { name: kind, kind: entry as NonNullable<Deno.SysPermissionDescriptor["kind"]> };
    case "net":
    case "import": {
      const host = askableHost(entry);
      return host === undefined ? undefined : { name: kind, host };
    }
  }
}

/** A host by which Deno can be asked. */
function askableHost(entry: string): string | undefined {
  const host = hostOf(entry);
  if (host === undefined || host.type === "subnet") return undefined;
  if (host.type !== "wildcard") return entry;
  // Nobody can have listed this name, so that only a wildcard covers it.
  const name = `${crypto.randomUUID()}.${host.text}`;
  return hostText({ ...host, type: "name", text: name });
}

function stateOf(descriptor: Deno.PermissionDescriptor): Given {
  try {
    const { state, partial } = Deno.permissions.querySync(descriptor);
    // Deno says "denied" of what a flag denies or ignores, and "prompt" of what no flag grants.
    if (state === "granted" && partial !== true) return "wholly";
    return state === "prompt" ? "not" : "partly";
  } catch {
    return "not";
  }
}
