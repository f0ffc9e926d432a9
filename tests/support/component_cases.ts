import type {
  ComponentFile,
  ComponentRequest,
} from "../../src/schema/from_types/component_file.ts";
import { inOrder } from "../../src/schema/from_types/problem_order.ts";
import { readComponent } from "../../src/schema/from_types/read_component.ts";
import { typedSource } from "./typed_source.ts";

/** A file of a component, and what it is to be. */
export interface ComponentSource {
  readonly kind: ComponentRequest["kind"];
  readonly source: string;
}

/** What comes of one: what it says, or problems as `line:column message`, behind the path of another file. */
export type ReadComponent = ComponentFile | readonly string[];

/**
 * Reads the files of components, all of one program.
 *
 * @param components The files by any names
 * @param shared Other files by their names, which each of them may import from `./`
 */
export function readComponents(
  components: Readonly<Record<string, ComponentSource>>,
  shared: Readonly<Record<string, string>>,
): Map<string, ReadComponent> {
  const names = Object.keys(components);
  const pathOf = (name: string) => `/source/case_${names.indexOf(name)}.ts`;
  const { reading, file } = typedSource({
    ...Object.fromEntries(names.map((name) => [pathOf(name), components[name].source])),
    ...Object.fromEntries(
      Object.entries(shared).map(([name, text]) => [`/source/${name}`, text]),
    ),
  });
  return new Map(names.map((name) => {
    reading.problems.length = 0;
    const path = pathOf(name);
    const url = `file://${path}`;
    const read = readComponent({ url, kind: components[name].kind }, file(path), reading);
    const problems = inOrder(reading.problems, url).map((problem) => {
      const place = problem.url === url ? "" : `${problem.url.split("/").pop()}:`;
      return `${place}${problem.line}:${problem.column} ${problem.message}`;
    });
    return [name, read ?? problems];
  }));
}
