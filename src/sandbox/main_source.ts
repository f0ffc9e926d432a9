/** What the main module of a sandbox is made of. */
export interface MainParts {
  /** URL of the program that runs first, `src/sandbox/child/host.ts`. */
  readonly host: string;
  /** URLs of the modules whose code it may be asked to run. */
  readonly modules: readonly string[];
  /** Id of the server's process, with which the sandbox ends. */
  readonly parentPid: number;
}

/**
 * Makes the main module of a sandbox. All that it may load is in its static graph, so that no right to read
 * is needed; but modules are run only when the program asks for them. No two are the same, since Deno keeps
 * what it stores by the URL of the main module.
 */
export function mainSource({ host, modules, parentPid }: MainParts): string {
  const loaders = modules.map((url) => {
    const text = JSON.stringify(url);
    return `  ${text}: () => import(${text}),`;
  });
  return [
    `// ${crypto.randomUUID()}`,
    `import { host } from ${JSON.stringify(host)};`,
    `host({ parent: ${parentPid}, modules: {`,
    ...loaders,
    "} });",
    "",
  ].join("\n");
}
