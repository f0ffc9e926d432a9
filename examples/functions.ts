/**
 * Plain functions as tools, resources and prompts, without any schema: their types and comments are
 * what the model reads.
 *
 * @module
 */
import { type Context, depends, McpServer } from "@x/mcp";

const mcp = new McpServer({ name: "functions", version: "1.0.0", title: "Plain functions" });

/**
 * Adds two integers.
 *
 * @param a First term. @integer
 * @param b Second term. @integer
 */
export function add(a: number, b: number): number {
  return a + b;
}

/** What `hello` answers. */
interface Greeting {
  /** The whole greeting. */
  message: string;
}

/**
 * Says hello to the given name.
 *
 * @param name The name of the person to greet.
 * @param greeting The greeting phrase to use.
 */
export function hello(name = "World", greeting = "Hello"): Greeting {
  return { message: `${greeting}, ${name}!` };
}

/**
 * Gets weather alerts for a US state.
 *
 * @param state Two-letter US state code, such as CA. @pattern ^[A-Z]{2}$
 */
export function get_alerts(state: string): string {
  return `No active alerts in ${state}.`;
}

/**
 * Processes an image with optional resizing.
 *
 * @param image_url URL of the image to process.
 * @param resize Whether to resize the image.
 * @param width Target width in pixels. @integer @minimum 1 @maximum 2000
 * @param format Output image format.
 */
export function process_image(
  image_url: URL,
  resize = false,
  width = 800,
  format: "jpeg" | "png" | "webp" = "jpeg",
) {
  return { source: image_url.pathname, format, width: resize ? width : null };
}

const BOOKS = ["Dune", "Emma", "Kim", "Middlemarch", "Persuasion", "Ulysses"];

/**
 * Searches the database with the provided query.
 *
 * @param query Search query string.
 * @param limit Maximum number of results. @integer @minimum 1 @maximum 100
 * @returns The titles that hold the query.
 */
export function* search_database(query: string, limit = 10): Generator<string> {
  const found = BOOKS.filter((title) => title.toLowerCase().includes(query.toLowerCase()));
  yield* found.slice(0, limit);
}

/** What a charge needs. */
interface Charge {
  /**
   * Amount to charge in USD.
   * @exclusiveMinimum 0
   * @maximum 10000
   */
  amount: number;
  /**
   * Tokenized payment card identifier.
   * @pattern ^tok_[a-zA-Z0-9]+$
   */
  card_token: string;
  /**
   * Optional payment description.
   * @maxLength 200
   */
  description?: string;
  /**
   * Customer's email address.
   * @format email
   */
  customer_email?: string | null;
  /** When to charge; now if left out. */
  due?: Temporal.PlainDate;
}

/** Processes a payment charge with validation. */
export function charge_payment(
  { amount, description = "", customer_email = null, due }: Charge,
): { success: boolean; charge_id: string; message: string } {
  const receipt = customer_email === null ? "" : `; the receipt goes to ${customer_email}`;
  const day = due === undefined ? "now" : `on ${due.toLocaleString("en-US")}`;
  return {
    success: true,
    charge_id: `ch_${crypto.randomUUID()}`,
    message: `${description} Charged $${amount.toFixed(2)} ${day}${receipt}`.trim(),
  };
}

const findUser = ({ client }: Context) => ({ id: "user_123", through: client.name });

/** Gets the details of the user who asks. */
export function get_user_details(user = depends(findUser)): string {
  return `Details for ${user.id}, who uses ${user.through}`;
}

/**
 * Counts slowly.
 *
 * @param to How far. @integer @minimum 1 @maximum 10
 */
export async function* count(to: number, ctx: Context): AsyncGenerator<number> {
  for (let i = 1; i <= to; i++) {
    ctx.signal.throwIfAborted();
    ctx.progress(i, to);
    yield await Promise.resolve(i);
  }
}

mcp
  .tool(add, import.meta, { annotations: { readOnlyHint: true } })
  .tool(hello, import.meta)
  .tool(get_alerts, import.meta)
  .tool(process_image, import.meta)
  .tool(search_database, import.meta)
  .tool(charge_payment, import.meta, { annotations: { openWorldHint: true } })
  .tool(get_user_details, import.meta)
  .tool(count, import.meta);

/** A friendly word. */
export function greeting(): string {
  return "Hello from @x/mcp!";
}

/**
 * The weather of a city, right now.
 *
 * @param city Name of a city.
 */
export function get_weather(city: string): { city: string; celsius: number } {
  return { city, celsius: 22 };
}

mcp
  .resource("resource://greeting", greeting, import.meta)
  .resource("weather://{city}/current", get_weather, import.meta);

/**
 * Drafts a pull-request summary from a diff.
 *
 * @param diff The diff to summarize.
 * @param tone How to write.
 */
export function summarize_pr(
  diff: string,
  tone: "concise" | "detailed" | "playful" = "concise",
): string {
  return `Write a ${tone} pull-request summary for the following diff. ` +
    `Group changes by theme and flag any breaking changes.\n\n${diff}`;
}

mcp.prompt(summarize_pr, import.meta);

export default mcp;
if (import.meta.main) await mcp.run();
