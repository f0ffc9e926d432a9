import type { AnyComponent } from "./catalog.ts";
import { registering } from "./component.ts";
import { folded } from "./names.ts";
import type { ProjectComponent } from "./project_manifest.ts";

/** A name or URI, and who has it. */
interface Holder {
  /** What has it, such as `tool "add"`. */
  readonly what: string;
  /** Where that is, as the end of a clause. */
  readonly where: string;
}

/**
 * Checks that no two components of a server have names, or URIs, that a host may take for one another,
 * whatever their kinds.
 *
 * @param components Those of a project's files
 * @param registered Those that are registered already
 * @throws {TypeError} naming both, and where they are
 */
export function refuseCollisions(
  components: readonly ProjectComponent[],
  registered: readonly AnyComponent[],
): void {
  const names = new Map<string, Holder>();
  const uris = new Map<string, Holder>();
  for (const { kind, key, name } of registered) {
    const holder = { what: `${kind} ${JSON.stringify(key)}`, where: "which server.ts registers" };
    names.set(folded(name), holder);
    if (kind !== "tool" && kind !== "prompt") uris.set(folded(key), holder);
  }
  for (const { kind, key, file, options } of components) {
    const { fail } = registering(kind, key);
    const holder = { what: `${kind} ${JSON.stringify(key)}`, where: `which is ${file}` };
    const claim = (of: string, holders: Map<string, Holder>, id: string) => {
      const other = holders.get(folded(id));
      if (other !== undefined) {
        fail(
          `${file} has the ${of} of ${other.what}, ${other.where}, or one that hosts may take for it; ` +
            "change one of them",
        );
      }
      holders.set(folded(id), holder);
    };
    if (kind === "resource") claim("URI", uris, key);
    claim("name", names, kind === "resource" ? String(options.name ?? key) : key);
  }
}
