import { quoted } from "../../server/shell_word.ts";

/**
 * Where a path leads, through all symlinks; what does not exist yet lies where the nearest folder above
 * leads. This process may have to read it, and the folders above.
 *
 * @param path Absolute, and tidy
 * @throws {TypeError} if it leads nowhere, or this process may not look at it; its message says why,
 *   after the path
 */
export function realPathOf(path: string): string {
  const missing: string[] = [];
  for (let at = path;; at = parentOf(at)) {
    const real = look(at, Deno.realPathSync);
    if (real !== undefined) {
      return missing.length === 0 ? real : `${real === "/" ? "" : real}/${missing.join("/")}`;
    }
    if (look(at, Deno.lstatSync) !== undefined) {
      throw new TypeError("a symlink that leads nowhere");
    }
    missing.unshift(at.slice(at.lastIndexOf("/") + 1));
  }
}

/** What a look at a path gives; `undefined` if nothing is there. */
function look<Seen>(path: string, by: (path: string) => Seen): Seen | undefined {
  try {
    return by(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return;
    if (error instanceof Deno.errors.NotCapable) {
      throw new TypeError(
        "which this server may not follow through symlinks; start it with " +
          `--allow-read=${quoted(path)} as well`,
      );
    }
    throw new TypeError(
      `which cannot be followed through symlinks: ${
        error instanceof Error ? error.message : error
      }`,
    );
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
