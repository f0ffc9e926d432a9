import type { NpmPackage } from "./module_graph.ts";

const PATH = /^npm:\/\/\/([^/]+)\/node_modules\/((?:@[^/]+\/)?[^/]+)(.*)$/;

/**
 * Gives every npm package a folder `npm:///<id>/node_modules` with itself and what it depends on, since
 * the compiler knows no other way to look for packages. The files are wherever Deno keeps them.
 */
export class NpmFiles {
  readonly #packages: Readonly<Record<string, NpmPackage>>;
  readonly #idOfTypes: ReadonlyMap<string, string>;

  constructor(packages: Readonly<Record<string, NpmPackage>>) {
    this.#packages = packages;
    this.#idOfTypes = new Map(
      Object.entries(packages).filter(([, { name }]) => name.startsWith("@types/"))
        .map(([id, { name }]) => [name, id]),
    );
  }

  /** A file of this kind from which a package finds itself. */
  static besides(id: string): string {
    return `npm:///${encodeURIComponent(id)}/importer.ts`;
  }

  /** Whether a path is one of these. */
  static has(path: string): boolean {
    return path.startsWith("npm:///");
  }

  /** The one path of a file that several packages see below themselves. */
  canonical(path: string): string {
    const found = this.#find(path);
    if (found === undefined) return path;
    const { id, name, rest } = found;
    return `npm:///${encodeURIComponent(id)}/node_modules/${name}${rest}`;
  }

  /** Where a file or folder really is; none if no package has it. */
  diskPath(path: string): string | undefined {
    const found = this.#find(path);
    return found && this.#packages[found.id].localPath + found.rest;
  }

  #find(path: string): { id: string; name: string; rest: string } | undefined {
    const [, encoded, name, rest] = PATH.exec(path) ?? [];
    if (encoded === undefined) return undefined;
    const owner = decodeURIComponent(encoded);
    const asker = this.#packages[owner];
    if (asker === undefined) return undefined;
    const id = asker.name === name
      ? owner
      : asker.dependencies.find((each) => this.#packages[each]?.name === name) ??
        this.#idOfTypes.get(name);
    return id === undefined ? undefined : { id, name, rest };
  }
}
