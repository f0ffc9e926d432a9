/** What files are that the table of a library does not know, or takes for something else. */
const OURS: Readonly<Record<string, string>> = {
  ts: "text/typescript",
  tsx: "text/typescript",
  mts: "text/typescript",
  cts: "text/typescript",
  jsx: "text/javascript",
  py: "text/x-python",
  rs: "text/plain",
  go: "text/x-go",
  rb: "text/x-ruby",
  sql: "text/x-sql",
  jsonl: "application/x-ndjson",
  ndjson: "application/x-ndjson",
  flac: "audio/flac",
  mp3: "audio/mpeg",
  // Words that stand for text
  plain: "text/plain",
  text: "text/plain",
};

/** What follows the last dot of a file's name, in lower case. */
export function extensionOf(name: string): string | undefined {
  return /[^./\\]\.([^./\\\s]+)$/.exec(name)?.[1].toLowerCase();
}

/**
 * The media type that the extension of a file name stands for.
 *
 * @returns such as `text/markdown`, or `undefined` if there is no extension, or none that is known
 */
export async function mediaTypeOf(name: string): Promise<string | undefined> {
  const extension = extensionOf(name);
  return extension === undefined ? undefined : await typeOfExtension(extension);
}

/** The media type of files with an extension. */
export async function typeOfExtension(extension: string): Promise<string | undefined> {
  return Object.hasOwn(OURS, extension)
    ? OURS[extension]
    : (await library()).getType(extension) ?? undefined;
}

/** The usual extension of files of a media type. */
export async function extensionOfType(mimeType: string): Promise<string> {
  if (mimeType === "text/plain") return "txt";
  return Object.keys(OURS).find((extension) => OURS[extension] === mimeType) ??
    (await library()).getExtension(mimeType) ?? "bin";
}

async function library() {
  return (await import("mime")).default;
}
