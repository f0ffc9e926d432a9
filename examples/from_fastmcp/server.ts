/**
 * The tools, resources and prompts that the documentation of FastMCP (Python) and of Golf shows, under
 * their names and with their bounds. README.md beside this file has their lines next to ours.
 *
 * The charts are read from this folder, and one tool has a process of its own: `--allow-read` of the
 * folder and `--allow-run=deno` are all that is needed.
 *
 * @module
 */
import { image, McpServer } from "@x/mcp";
import { z } from "zod";

const mcp = new McpServer({
  name: "from_fastmcp",
  version: "1.0.0",
  title: "Coming from FastMCP",
});

// A tool is a function with a description. With `output`, what it returns is typed as well.

mcp.tool("add", {
  description: "Adds two integer numbers together.",
  input: z.object({ a: z.int(), b: z.int() }),
  output: z.int(),
}, ({ a, b }) => a + b);

const Name = z.string().describe("The name of the person to greet");
const Greeting = z.string().describe("The greeting phrase to use");

mcp.tool("hello", {
  description: "Say hello to the given name.",
  input: z.object({ name: Name.default("World"), greeting: Greeting.default("Hello") }),
  output: z.object({ message: z.string() }),
}, ({ name, greeting }) => ({ message: `${greeting}, ${name}!` }));

mcp.tool("get_alerts", {
  description: "Get weather alerts for a US state.",
  input: z.object({ state: z.string().describe("Two-letter US state code (e.g. CA, NY)") }),
  output: z.string(),
}, () => "No active alerts.");

// Lenient, as long as nothing else is said: "2" is taken for 2. Strict: it is refused.

const Terms = z.object({ a: z.int(), b: z.int() });

mcp.tool("add_numbers", {
  description: "Add two numbers.",
  input: Terms,
  output: z.int(),
}, ({ a, b }) => a + b);

mcp.tool("add_numbers_strict", {
  description: "Add two numbers.",
  input: Terms,
  output: z.int(),
  validation: "strict",
}, ({ a, b }) => a + b);

// JavaScript has one thread, so what computes for long goes into a process of its own, or two of them.

mcp.tool("wrapped_cpu_task", {
  description: "CPU-intensive task wrapped to prevent blocking.",
  module: new URL("./cpu_task.ts", import.meta.url),
  isolation: "process",
  pool: 2,
  input: z.object({ data: z.string() }),
  output: z.string(),
});

// Descriptions, defaults, bounds and choices: what Field(…) says in Python.

mcp.tool("process_image", {
  description: "Process an image with optional resizing.",
  input: z.object({
    image_url: z.string().describe("URL of the image to process"),
    resize: z.boolean().default(false).describe("Whether to resize the image"),
    width: z.int().min(1).max(2000).default(800).describe("Target width in pixels"),
    format: z.enum(["jpeg", "png", "webp"]).default("jpeg").describe("Output image format"),
  }),
}, ({ image_url, resize, width, format }) => ({
  source: image_url,
  format,
  ...(resize ? { width } : {}),
}));

const BOOKS = ["Dune", "Emma", "Kim", "Middlemarch", "Persuasion", "Ulysses"];

mcp.tool(
  "search_database",
  {
    description: "Search the database with the provided query.",
    input: z.object({
      query: z.string().describe("Search query string"),
      limit: z.int().min(1).max(100).default(10).describe("Maximum number of results"),
    }),
  },
  ({ query, limit }) =>
    BOOKS.filter((title) => title.toLowerCase().includes(query.toLowerCase())).slice(0, limit),
);

mcp.tool("charge_payment", {
  description: "Process a payment charge with validation.",
  input: z.object({
    amount: z.number().gt(0).lte(10000).describe("Amount to charge in USD"),
    card_token: z.string().regex(/^tok_[a-zA-Z0-9]+$/)
      .describe("Tokenized payment card identifier"),
    description: z.string().max(200).default("").describe("Optional payment description"),
    customer_email: z.string().regex(/^[\w\.-]+@[\w\.-]+\.\w+$/).nullable().default(null)
      .describe("Customer's email address"),
  }),
  output: z.object({ success: z.boolean(), charge_id: z.string(), message: z.string() }),
  annotations: { idempotentHint: false, openWorldHint: true },
}, ({ amount, customer_email }) => ({
  success: true,
  charge_id: `ch_${crypto.randomUUID()}`,
  message: `Charged $${amount.toFixed(2)}` +
    (customer_email === null ? "" : `; the receipt goes to ${customer_email}`),
}));

// Values that the server provides: no client sees the parameter, and none can set it.

const getUserId = () => "user_123";

mcp.tool("get_user_details", {
  description: "Get the details of the user who asks.",
  inject: { user_id: getUserId },
  output: z.string(),
}, ({ user_id }) => `Details for ${user_id}`);

// Media are returned by themselves or in a list; inside an object they are made to blocks first.

const CHART_1 = new URL("chart1.png", import.meta.url);
const CHART_2 = new URL("chart2.png", import.meta.url);

mcp.tool("get_chart", { description: "Generate a chart image." }, () => image(CHART_1));

mcp.tool("get_multiple_charts", {
  description: "Return multiple charts.",
}, () => [image(CHART_1), image(CHART_2)]);

mcp.tool("get_chart_with_text", {
  description: "Return a chart with text beside it.",
}, () => [image(CHART_1), "text content"]);

mcp.tool("get_nested_chart", {
  description: "Return a chart inside of an object.",
}, async () => ({ image: await image(CHART_1).toContent() }));

// Objects are structured content in any case; anything else is, where `output` describes it.

mcp.tool("get_user_data", {
  description: "Get user data.",
  input: z.object({ user_id: z.string() }),
}, () => ({ name: "Alice", age: 30, active: true }));

mcp.tool("calculate_sum", {
  description: "Calculate sum without a result schema.",
  input: Terms,
}, ({ a, b }) => a + b);

mcp.tool("calculate_sum_typed", {
  description: "Calculate sum with a result schema.",
  input: Terms,
  output: z.int(),
}, ({ a, b }) => a + b);

mcp.resource("resource://greeting", {
  name: "get_greeting",
  description: "A greeting.",
}, () => "Hello from @x/mcp!");

mcp.resource("weather://{city}/current", {
  name: "get_weather",
  description: "The weather of a city now.",
}, ({ city }) => ({ city, temperature: 22 }));

mcp.prompt("summarize_pr", {
  description: "Draft a pull-request summary from a diff.",
  args: z.object({ diff: z.string(), tone: z.string().default("concise") }),
}, ({ diff, tone }) =>
  `Write a ${tone} pull-request summary for the following diff. ` +
  `Group changes by theme and flag any breaking changes.\n\n${diff}`);

export default mcp;
if (import.meta.main) await mcp.run();
