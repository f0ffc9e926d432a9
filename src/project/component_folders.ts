import type { ComponentRequest } from "../schema/from_types/component_file.ts";

/** The folders of a project that hold components, and what the files below are to be. */
export const COMPONENT_FOLDERS: Readonly<Record<string, ComponentRequest["kind"]>> = {
  prompts: "prompt",
  resources: "resource",
  tools: "tool",
};
