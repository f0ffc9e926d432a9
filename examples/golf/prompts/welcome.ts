/**
 * Welcomes a user: a text, which becomes a single user message.
 *
 * @module
 */

/** @param name Who is welcomed */
export default function welcome(name: string): string {
  return `Welcome ${name} and ask how you can help.`;
}
