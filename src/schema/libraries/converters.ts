/** What is used of `node:module` and `process`; no import, since only some schemas need it. */
interface Process {
  readonly argv: readonly string[];
  readonly cwd: () => string;
  readonly getBuiltinModule?: (name: "node:module") => {
    readonly createRequire: (from: string) => (name: string) => unknown;
  };
}

/**
 * Loads the package that shows a library's schemas as JSON Schema, if the program has it: by
 * `deno add`, which needs no permission, or in `node_modules`, which must be readable.
 *
 * Registration cannot wait for an `import`.
 *
 * @returns what the package exports, or `undefined` where it is not installed or may not be read
 */
export function loadConverter<Exports>(name: string): Exports | undefined {
  const { process } = globalThis as { process?: Process };
  const places = [() => process!.argv[1], () => `${process!.cwd()}/program.js`];
  for (const place of places) {
    try {
      return process!.getBuiltinModule!("node:module").createRequire(place())(name) as Exports;
    } catch {
      continue;
    }
  }
}
