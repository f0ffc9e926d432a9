import type { ComponentFile, Place } from "../schema/from_types/component_file.ts";
import { START } from "./problems.ts";

const REGISTERING = /^Cannot register (?:tool|resource|prompt) "(?:[^"\\]|\\.)*": /;

/** What keeps a component from being registered, without its name, where its place is said instead. */
export function withoutLabel(message: string): string {
  return message.replace(REGISTERING, "");
}

/** Where the export stands that a message names first; the default export if it names none. */
export function placeNamed(message: string, places: ComponentFile["places"]): Place {
  const words = message.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\w+/g) ?? [];
  const named = words.map((word) => MEANT[word] ?? word)
    .find((word) => word !== "default" && Object.hasOwn(places, word));
  return places[named ?? "default"] ?? START;
}

/** The words of a message that mean an export of another name. */
const MEANT: Readonly<Record<string, string>> = { args: "input", params: "input" };
