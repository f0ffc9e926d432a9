import type { ProjectProblem } from "./checked_project.ts";
import { type Configuration, configurationOf } from "./configuration.ts";
import { errorIn } from "./problems.ts";
import { hasServerFile } from "./server_file.ts";

/** What a server is called; nothing where a server.ts says it. */
export interface Identity {
  readonly name?: string;
  readonly version?: string;
}

/** What the configuration of a project comes to. */
export interface ProjectIdentity {
  readonly identity: Identity;
  readonly problems: readonly ProjectProblem[];
  /** Whether Deno can read it. */
  readonly isReadable: boolean;
}

const EXAMPLES = { name: "weather", version: "1.0.0" } as const;

/**
 * What the configuration of a project calls its server, where no server.ts does.
 *
 * @param folder Path of the project's folder, with a slash at its end
 */
export function projectIdentity(folder: string): ProjectIdentity {
  const configuration = configurationOf(folder);
  const { problem } = configuration;
  if (problem !== undefined) return { identity: {}, problems: [problem], isReadable: false };
  if (hasServerFile(folder)) return { identity: {}, problems: [], isReadable: true };
  return { ...identityOf(configuration), isReadable: true };
}

function identityOf(
  { path, json, isMissing }: Configuration,
): Pick<ProjectIdentity, "identity" | "problems"> {
  const { name, version } = json;
  if (isText(name) && isText(version)) return { identity: { name, version }, problems: [] };
  const wrong = (message: string) => ({ identity: {}, problems: [errorIn(path, message)] });
  if (isMissing) return wrong(`there is no such file to name the server: write one, ${ADVICE}`);
  const missing = (["name", "version"] as const).filter((key) => !isText(json[key]));
  const lines = missing.map((key) => `"${key}": "${EXAMPLES[key]}"`);
  return wrong(
    `the server has no ${missing.join(" and no ")}: write ${lines.join(", ")}, or a server.ts`,
  );
}

const ADVICE = `such as { "name": "${EXAMPLES.name}", "version": "${EXAMPLES.version}", ` +
  '"exports": {} }, or a server.ts';

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
