import type { ProjectProblem } from "./checked_project.ts";
import type { Configuration } from "./configuration.ts";
import { errorIn } from "./problems.ts";

/** What a server is called. */
export interface Identity {
  readonly name?: string;
  readonly version?: string;
}

const EXAMPLES = { name: "weather", version: "1.0.0" } as const;

/**
 * What the configuration of a project calls its server, where no server.ts does.
 *
 * @returns name and version, or what to write where one is missing
 */
export function identityOf(
  { path, json, problem, isMissing }: Configuration,
): { readonly identity: Identity; readonly problems: readonly ProjectProblem[] } {
  const wrong = (message: string) => ({ identity: {}, problems: [errorIn(path, message)] });
  if (problem !== undefined) return { identity: {}, problems: [] };
  if (isMissing) {
    return wrong(
      "there is no such file to name the server: write one, such as " +
        `${JSON.stringify(EXAMPLES).replaceAll(/([:,])/g, "$1 ")}, or a server.ts`,
    );
  }
  const missing = (["name", "version"] as const).filter((key) => !isText(json[key]));
  if (missing.length === 0) {
    return {
      identity: { name: json.name as string, version: json.version as string },
      problems: [],
    };
  }
  const lines = missing.map((key) => `"${key}": "${EXAMPLES[key]}"`);
  return wrong(
    `the server has no ${missing.join(" and no ")}: write ${lines.join(", ")}, or a server.ts`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
