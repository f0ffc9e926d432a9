import { ts } from "./typescript.ts";

/** Source files that have been parsed, for programs that follow each other. */
export class SourceCache {
  readonly #parsed = new Map<string, ts.SourceFile>();
  #count = 0;

  /** How many files have been parsed so far. */
  get count(): number {
    return this.#count;
  }

  /** What was parsed of a file last. */
  last(key: string): ts.SourceFile | undefined {
    return this.#parsed.get(key);
  }

  /** The file with this text: as it was parsed before, unless its text was another. */
  get(
    key: string,
    name: string,
    text: string,
    options: ts.CreateSourceFileOptions | ts.ScriptTarget,
    kind?: ts.ScriptKind,
  ): ts.SourceFile {
    const last = this.#parsed.get(key);
    if (last?.text === text) return last;
    this.#count++;
    const file = ts.createSourceFile(name, text, options, false, kind);
    this.#parsed.set(key, file);
    return file;
  }
}
