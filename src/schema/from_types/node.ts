/** A part of a JSON Schema, as plain JSON. */
export type Node = Record<string, unknown>;
