import { portableName } from "../server/names.ts";

const PART = /^[A-Za-z0-9_-]+$/;

/** What a path says of a component's name. */
export interface PathName {
  /** The name: of the file, then of the folders from inner to outer. */
  readonly name: string;
  /** Why it is none that every host takes, and what to do, if so. */
  readonly problem?: string;
}

/**
 * The name that the path of a component makes: `tools/payments/charge.ts` is `charge_payments`.
 *
 * @param path From the project's folder, with slashes
 */
export function pathName(path: string): PathName {
  const [, ...folders] = path.split("/");
  const file = folders.pop()!;
  const stem = file.replace(/\.[^.]+$/, "");
  const parts = [stem, ...folders.toReversed()];
  const name = parts.join("_");
  const bad = parts.filter((part) => !PART.test(part));
  if (bad.length === 0) return { name };
  const portable = parts.map(portableName).filter((part) => part !== "").join("_");
  const renames = bad.map((part) => renaming(part, part === stem ? file : undefined));
  return {
    name,
    problem:
      `${list(bad)} ${
        bad.length > 1 ? "make" : "makes"
      } no name that hosts take, of A-Z a-z 0-9 _ -: ` +
      `rename ${renames.join(", ")}, or write export const name = ${
        JSON.stringify(portable || "…")
      }`,
  };
}

function renaming(part: string, file: string | undefined): string {
  const portable = portableName(part);
  const what = file === undefined ? `the folder ${part}` : `it`;
  if (portable === "") return what;
  return `${what} to ${portable}${file === undefined ? "" : file.slice(part.length)}`;
}

function list(parts: readonly string[]): string {
  return parts.map((part) => JSON.stringify(part)).join(" and ");
}
