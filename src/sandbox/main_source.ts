/** What the main module of a sandbox is made of. */
export interface MainParts {
  /** URL of the program that runs first, `src/sandbox/child/host.ts`. */
  readonly host: string;
  /** URLs of the modules whose code it may be asked to run. */
  readonly modules: readonly string[];
  /** Id of the server's process, with which the sandbox ends. */
  readonly parentPid: number;
  /** Text that no other sandbox has, so that nothing is stored under the name of this one. */
  readonly nonce: string;
}

/**
 * Makes the main module of a sandbox. All that it may load is in its static graph, so that no right to read
 * is needed; but modules are run only when the program asks for them.
 *
 * @returns a `data:` URL to run Deno with
 */
export function mainSource({ host, modules, parentPid, nonce }: MainParts): string {
  const loaders = modules.map((url) => {
    const text = JSON.stringify(url);
    return `  ${text}: () => import(${text}),`;
  });
  const source = [
    `// ${nonce}`,
    `import { host } from ${JSON.stringify(host)};`,
    `host({ parent: ${parentPid}, modules: {`,
    ...loaders,
    "} });",
  ].join("\n");
  return `data:application/javascript,${encodeURIComponent(source)}`;
}
