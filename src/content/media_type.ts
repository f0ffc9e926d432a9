/** What the registry of media types gives to something else, or not at all. */
const OWN: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ts: "text/typescript",
  tsx: "text/typescript",
  mts: "text/typescript",
  cts: "text/typescript",
  rs: "text/plain",
};

/**
 * The media type that the extension of a file name stands for.
 *
 * @returns such as `text/markdown`, or `undefined` if there is no extension, or none that is known
 */
export async function mediaTypeOf(name: string): Promise<string | undefined> {
  const [, extension] = /[^/\\]\.([^./\\]+)$/.exec(name) ?? [];
  if (extension === undefined) return undefined;
  const { default: mime } = await import("mime/lite");
  return OWN[extension.toLowerCase()] ?? mime.getType(extension) ?? undefined;
}
