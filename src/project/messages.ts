import type { ComponentFile, Place } from "../schema/from_types/component_file.ts";
import { START } from "./problems.ts";

const REGISTERING = /^Cannot register (?:tool|resource|prompt) "(?:[^"\\]|\\.)*": (?:options: )?/;

/** What keeps a component from being registered, without its name, where its place is said instead. */
export function withoutLabel(message: string): string {
  return message.replace(REGISTERING, "");
}

/** Where the export stands that a message names first; the default export if it names none. */
export function placeNamed(message: string, places: ComponentFile["places"]): Place {
  return places[exportNamed(message, places) ?? "default"] ?? START;
}

/** The first of some exports that a message names, if it names one. */
export function exportNamed(message: string, exports: Readonly<Record<string, unknown>>) {
  const words = message.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\w+/g) ?? [];
  return words.map((word) => MEANT[word] ?? word)
    .find((word) => word !== "default" && Object.hasOwn(exports, word));
}

/** The words of a message that mean an export of another name. */
const MEANT: Readonly<Record<string, string>> = { args: "input", params: "input" };
