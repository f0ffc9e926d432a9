import type { SignatureProblem } from "../schema/from_types/signature.ts";
import type { ProjectManifest } from "../server/project_manifest.ts";

/** Something wrong with a project, or doubtful, at its place. */
export interface ProjectProblem extends SignatureProblem {
  /** An error keeps the project from being served; a warning does not. */
  readonly severity: "error" | "warning";
}

/** What a project comes to. */
export interface CheckedProject {
  /** Path of its folder, without links, with a slash at its end. */
  readonly folder: string;
  /** What is wrong and what is doubtful, by path and place. */
  readonly problems: readonly ProjectProblem[];
  /** What can be served: all, unless there are errors. */
  readonly manifest: ProjectManifest;
}
