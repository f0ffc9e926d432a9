import { normal, sameUri } from "../schema/uri/uri_spelling.ts";
import type { Resource } from "./resource.ts";

/** Resources by their URIs, found by every spelling of one. */
export class ResourceUris {
  /** Resources by their URIs in one spelling of the escapes. */
  readonly #resources: ReadonlyMap<string, Resource>;
  /** Keys of resources, by what all spellings of their URIs have in common. */
  readonly #keys = new Map<string, string>();

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources;
  }

  /**
   * Lets a resource stand for all spellings of its URI.
   *
   * @returns the key of the one that does so already, if any
   */
  add(key: string): string | undefined {
    const alike = this.#keys.get(sameUri(key));
    if (alike === undefined) this.#keys.set(sameUri(key), key);
    return alike;
  }

  /** Lets the next resource with an equal URI, if there is one, stand for all spellings of it. */
  forget(key: string): void {
    const same = sameUri(key);
    if (this.#keys.get(same) !== key) return;
    const next = [...this.#resources.values()].find(({ key }) => sameUri(key) === same);
    if (next === undefined) this.#keys.delete(same);
    else this.#keys.set(same, next.key);
  }

  /** The resource of a URI as it is written; else of one that is equal, or is but for a fragment. */
  find(uri: string): Resource | undefined {
    const [bare] = uri.split("#", 1);
    for (const key of [uri, this.#keys.get(sameUri(uri)), bare, this.#keys.get(sameUri(bare))]) {
      const found = key === undefined ? undefined : this.#resources.get(normal(key));
      if (found !== undefined) return found;
    }
  }
}
