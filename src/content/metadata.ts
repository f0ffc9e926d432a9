import { ContentError } from "./content_error.ts";
import { isPlain, toJson } from "./json.ts";

/** The member of a result or a content that carries metadata, if there are any. */
export interface WithMetadata {
  /** Free metadata, as data. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Reads what an author gave as metadata.
 *
 * @returns an object to spread into what carries them
 * @throws {ContentError} if they are no plain object, or have no JSON form
 */
export function metadata(_meta: unknown): WithMetadata {
  if (_meta === undefined) return {};
  if (!isPlain(_meta)) throw new ContentError("_meta must be a plain object");
  return toJson({ _meta }) as WithMetadata;
}
