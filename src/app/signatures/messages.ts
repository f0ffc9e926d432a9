import type { ModuleGraph } from "../../schema/from_types/module_graph.ts";
import type { ProjectReading, ProjectRequest } from "../../schema/from_types/read_project.ts";

/** What the process that reads signatures is asked, one line of JSON. */
export interface ReadMessage {
  readonly projects: readonly ProjectRequest[];
  /** What `deno types` prints; with the first message. */
  readonly denoTypes?: string;
  /** The graph of `@types/node` once it was missed; an empty one if it cannot be had. */
  readonly nodeTypes?: ModuleGraph;
}

/** What it says, one line of JSON each: what it works on, and then what came of it. */
export type ReplyMessage =
  | { readonly now: string }
  | ReadReply
  | { readonly failure: string };

/** What came of a {@linkcode ReadMessage}. */
export interface ReadReply {
  /** In the order of the projects. */
  readonly readings: readonly ProjectReading[];
  /** How many files the process has parsed since it started. */
  readonly filesParsed: number;
  /** How many functions and components it has read since it started. */
  readonly functionsRead: number;
}
