import type { SignatureRequest } from "../../src/schema/from_types/signature.ts";

/** A setting of Deno's own which TypeScript does not know, so that Deno has to say what is wrong. */
export const PRECOMPILED = {
  "deno.json": {
    imports: { "my/jsx-runtime": "./jsx.ts" },
    compilerOptions: { jsx: "precompile", jsxImportSource: "my" },
  },
  "jsx.ts": "export namespace JSX {\n  export interface IntrinsicElements { p: object }\n}\n" +
    "export const jsx = (): void => {};\n",
};

/** A folder with files of a test, as an author would have it. */
export class Project implements AsyncDisposable {
  /** Its path, without a slash at the end. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes a folder with files; their texts by their paths below it. */
  static async make(files: Readonly<Record<string, string | object>>): Promise<Project> {
    const project = new Project(await Deno.realPath(await Deno.makeTempDir()));
    await project.write(files);
    return project;
  }

  /** Writes files; what is no text becomes JSON. */
  async write(files: Readonly<Record<string, string | object>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const path = this.path(name);
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(
        path,
        typeof content === "string" ? content : JSON.stringify(content),
      );
    }
  }

  /** The path of a file. */
  path(name: string): string {
    return `${this.folder}/${name}`;
  }

  /** The URL of a file. */
  url(name: string): string {
    const url = new URL("file:///");
    url.pathname = this.path(name).replaceAll("%", "%25");
    return url.href;
  }

  /** Asks for a function of a file as the tool of its name. */
  request(name: string, functionName: string, length: number): SignatureRequest {
    return { url: this.url(name), kind: "tool", key: functionName, functionName, length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}
