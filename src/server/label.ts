/** A component as messages name it at the beginning of a sentence, such as `Tool "add"`. */
export function labelOf(kind: "tool" | "resource" | "prompt", key: string): string {
  return `${kind[0].toUpperCase()}${kind.slice(1)} ${JSON.stringify(key)}`;
}
