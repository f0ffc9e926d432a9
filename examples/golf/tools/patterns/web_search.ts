/**
 * Tool that searches the internet: titles of Wikipedia's articles.
 *
 * @module
 */
import { UserError } from "@x/mcp";

export const annotations = {
  readOnlyHint: true, // Doesn't modify local state
  openWorldHint: true, // Depends on external web services
};

export const permissions = { net: ["en.wikipedia.org"] };

/** @param query What to look for @minLength 1 */
export default async function search(query: string): Promise<string[]> {
  const url = new URL(
    "https://en.wikipedia.org/w/api.php?action=opensearch&format=json",
  );
  url.searchParams.set("search", query);
  const response = await fetch(url);
  if (!response.ok) {
    throw new UserError(`Wikipedia answered with status ${response.status}`);
  }
  const [, titles] = await response.json();
  return titles;
}
