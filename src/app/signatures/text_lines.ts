/** The lines of a stream of UTF-8, without their ends; the last one if it is not empty. */
export async function* textLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const bytes of stream) {
    const [first, ...more] = decoder.decode(bytes, { stream: true }).split("\n");
    parts.push(first);
    for (const next of more) {
      yield parts.join("");
      parts = [next];
    }
  }
  const rest = parts.join("");
  if (rest !== "") yield rest;
}
