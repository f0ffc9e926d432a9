/**
 * The process that reads signatures: a line of JSON on stdin is what to read, lines on stdout are what
 * comes of it. It may read files and nothing else, and ends when stdin does.
 *
 * @module
 */
import type { Files } from "../../schema/from_types/files.ts";
import { ProjectReader } from "../../schema/from_types/read_project.ts";
import type { ReadMessage, ReplyMessage } from "./messages.ts";
import { textLines } from "./text_lines.ts";

const files: Files = {
  // Deno leaves out a byte order mark, and counts columns without it.
  read: (path) => attempt(() => Deno.readTextFileSync(path).replace(/^\uFEFF/, "")),
  fault,
  isFile: (path) => attempt(() => Deno.statSync(path).isFile) ?? false,
  isFolder: (path) => attempt(() => Deno.statSync(path).isDirectory) ?? false,
};

function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function fault(path: string): string | undefined {
  try {
    Deno.readTextFileSync(path);
  } catch (error) {
    return (error as Error).message.replace(/ \(os error .*$/s, "");
  }
}

/** Writes at once, so that the parent knows what is worked on while nothing else can be done here. */
function say(message: ReplyMessage): void {
  let bytes = new TextEncoder().encode(JSON.stringify(message) + "\n");
  while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
}

let reader: ProjectReader | undefined;

function answer({ projects, denoTypes, nodeTypes }: ReadMessage): ReplyMessage {
  reader ??= new ProjectReader(files, denoTypes ?? "", (now) => say({ now }));
  const readings = projects.map((project) => reader!.read(project, nodeTypes));
  const { filesParsed, functionsRead } = reader;
  return { readings, filesParsed, functionsRead };
}

for await (const line of textLines(Deno.stdin.readable)) {
  try {
    say(answer(JSON.parse(line)));
  } catch (error) {
    say({ failure: (error as Error).message });
  }
}
