import { path } from "../support/server_process.ts";

/** The folder of the example. */
export const FOLDER = "examples/from_fastmcp/";

/** A block of text. */
export const text = (value: string) => ({ type: "text", text: value });
const chart = async (name: string) => ({
  type: "image",
  data: (await Deno.readFile(path(FOLDER + name))).toBase64(),
  mimeType: "image/png",
});

export const CHART_1 = await chart("chart1.png");
export const CHART_2 = await chart("chart2.png");

const object = (properties: Record<string, unknown>, required?: readonly string[]) => ({
  type: "object",
  properties,
  ...(required === undefined ? {} : { required }),
});
const terms = object({ a: { type: "integer" }, b: { type: "integer" } }, ["a", "b"]);
const nothing = object({});
const wrapped = (type: string) => ({
  ...object({ result: { type } }, ["result"]),
  "x-fastmcp-wrap-result": true,
});

/** What `tools/list` shows of each tool. */
export const LISTED: Readonly<Record<string, readonly [input: unknown, output?: unknown]>> = {
  add: [terms, wrapped("integer")],
  hello: [
    object({
      name: { type: "string", description: "The name of the person to greet", default: "World" },
      greeting: { type: "string", description: "The greeting phrase to use", default: "Hello" },
    }),
    { ...object({ message: { type: "string" } }, ["message"]), additionalProperties: false },
  ],
  get_alerts: [
    object({ state: { type: "string", description: "Two-letter US state code (e.g. CA, NY)" } }, [
      "state",
    ]),
    wrapped("string"),
  ],
  add_numbers: [terms, wrapped("integer")],
  add_numbers_strict: [{ ...terms, additionalProperties: false }, wrapped("integer")],
  wrapped_cpu_task: [object({ data: { type: "string" } }, ["data"]), wrapped("string")],
  process_image: [
    object({
      image_url: { type: "string", description: "URL of the image to process" },
      resize: { type: "boolean", description: "Whether to resize the image", default: false },
      width: {
        type: "integer",
        description: "Target width in pixels",
        minimum: 1,
        maximum: 2000,
        default: 800,
      },
      format: {
        type: "string",
        description: "Output image format",
        enum: ["jpeg", "png", "webp"],
        default: "jpeg",
      },
    }, ["image_url"]),
  ],
  search_database: [
    object({
      query: { type: "string", description: "Search query string" },
      limit: {
        type: "integer",
        description: "Maximum number of results",
        minimum: 1,
        maximum: 100,
        default: 10,
      },
    }, ["query"]),
  ],
  charge_payment: [
    object({
      amount: {
        type: "number",
        description: "Amount to charge in USD",
        exclusiveMinimum: 0,
        maximum: 10000,
      },
      card_token: {
        type: "string",
        description: "Tokenized payment card identifier",
        pattern: "^tok_[a-zA-Z0-9]+$",
      },
      description: {
        type: "string",
        description: "Optional payment description",
        maxLength: 200,
        default: "",
      },
      customer_email: {
        anyOf: [
          { type: "string", pattern: String.raw`^[\w\.-]+@[\w\.-]+\.\w+$` },
          { type: "null" },
        ],
        description: "Customer's email address",
        default: null,
      },
    }, ["amount", "card_token"]),
    {
      ...object({
        success: { type: "boolean" },
        charge_id: { type: "string" },
        message: { type: "string" },
      }, ["success", "charge_id", "message"]),
      additionalProperties: false,
    },
  ],
  get_user_details: [nothing, wrapped("string")],
  get_chart: [nothing],
  get_multiple_charts: [nothing],
  get_chart_with_text: [nothing],
  get_nested_chart: [nothing],
  get_user_data: [object({ user_id: { type: "string" } }, ["user_id"])],
  calculate_sum: [terms],
  calculate_sum_typed: [terms, wrapped("integer")],
};

/** A call and its result. */
interface Row {
  readonly says: string;
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  /** The whole result; in the modern era, beside what every result has. */
  readonly result: Record<string, unknown>;
}

/** The result of a call, where a schema describes it and what is returned is no object. */
export const whole = (value: unknown, meta = {}) => ({
  content: [text(String(value))],
  structuredContent: { result: value },
  _meta: { fastmcp: { wrap_result: true }, ...meta },
});
const data = (value: Record<string, unknown>) => ({
  content: [text(JSON.stringify(value))],
  structuredContent: value,
});
const refused = (tool: string, ...problems: string[]) => ({
  content: [text([`Invalid arguments for tool "${tool}":`, ...problems].join("\n- "))],
  isError: true,
});
const unknown = (...names: unknown[]) => ({ "x-mcp/unknownArguments": names });

/** Calls, and what they give. */
export const CALLS: readonly Row[] = [
  { says: "adds", tool: "add", args: { a: 2, b: 3 }, result: whole(5) },
  {
    says: "greets the world by default",
    tool: "hello",
    args: {},
    result: data({ message: "Hello, World!" }),
  },
  { says: "needs no arguments at all", tool: "hello", result: data({ message: "Hello, World!" }) },
  {
    says: "greets whom it is told to",
    tool: "hello",
    args: { name: "Ada", greeting: "Hej" },
    result: data({ message: "Hej, Ada!" }),
  },
  {
    says: "tells alerts as text",
    tool: "get_alerts",
    args: { state: "CA" },
    result: whole("No active alerts."),
  },
  {
    says: "names what is missing",
    tool: "get_alerts",
    args: {},
    result: refused("get_alerts", "state: required, but missing"),
  },
  {
    says: 'lenient takes "10" for an integer',
    tool: "add_numbers",
    args: { a: "2", b: "10" },
    result: whole(12),
  },
  {
    says: "lenient refuses what is no number",
    tool: "add_numbers",
    args: { a: "two", b: 3.5 },
    result: refused(
      "add_numbers",
      'a: expected integer, got string "two"',
      "b: expected integer, got number 3.5",
    ),
  },
  {
    says: "lenient goes on without an unknown argument, and says so",
    tool: "add_numbers",
    args: { a: 2, b: 3, reason: "why not" },
    result: whole(5, unknown({ name: "reason" })),
  },
  {
    says: 'strict refuses "10" for an integer',
    tool: "add_numbers_strict",
    args: { a: 2, b: "10" },
    result: refused("add_numbers_strict", 'b: expected integer, got string "10"'),
  },
  { says: "strict adds", tool: "add_numbers_strict", args: { a: 2, b: 3 }, result: whole(5) },
  {
    says: "strict refuses an unknown argument",
    tool: "add_numbers_strict",
    args: { a: 2, b: 3, reason: "why not" },
    result: refused("add_numbers_strict", "reason: not a known property"),
  },
  {
    says: "computes",
    tool: "wrapped_cpu_task",
    args: { data: "apple" },
    result: whole("apple ac38f2a0"),
  },
  {
    says: "has defaults",
    tool: "process_image",
    args: { image_url: "https://example.com/a.png" },
    result: data({ source: "https://example.com/a.png", format: "jpeg" }),
  },
  {
    says: "takes both ends of the bounds",
    tool: "process_image",
    args: { image_url: "x", resize: true, width: 2000, format: "webp" },
    result: data({ source: "x", format: "webp", width: 2000 }),
  },
  {
    says: "takes words and digits for what they say",
    tool: "process_image",
    args: { image_url: "123", resize: "True", width: "1" },
    result: data({ source: "123", format: "jpeg", width: 1 }),
  },
  {
    says: "refuses what is out of bounds, and no choice, all at once",
    tool: "process_image",
    args: { image_url: "x", resize: "yes", width: 2001, format: "gif" },
    result: refused(
      "process_image",
      'resize: expected boolean, got string "yes"',
      "width: expected at most 2000, got number 2001",
      'format: expected one of "jpeg", "png", "webp", got string "gif"',
    ),
  },
  {
    says: "finds no more than the limit, as one text",
    tool: "search_database",
    args: { query: "M", limit: 2 },
    result: { content: [text('["Emma","Kim"]')] },
  },
  {
    says: "finds nothing, as no content",
    tool: "search_database",
    args: { query: "zzz" },
    result: { content: [] },
  },
  ...[0, 101].map((limit) => ({
    says: `refuses a limit of ${limit}`,
    tool: "search_database",
    args: { query: "M", limit },
    result: refused(
      "search_database",
      limit === 0
        ? "limit: expected at least 1, got number 0"
        : "limit: expected at most 100, got number 101",
    ),
  })),
  {
    says: "takes a limit of 100",
    tool: "search_database",
    args: { query: "dune", limit: 100 },
    result: { content: [text('["Dune"]')] },
  },
  {
    says: "refuses bounds, patterns and lengths, all at once, and shows no token",
    tool: "charge_payment",
    args: {
      amount: 0,
      card_token: "4111 1111",
      description: "x".repeat(201),
      customer_email: "me",
    },
    result: refused(
      "charge_payment",
      "amount: expected more than 0, got number 0",
      "card_token: expected text that matches ^tok_[a-zA-Z0-9]+$, got string of 9 characters",
      `description: expected at most 200 characters, got string "${"x".repeat(36)}…`,
      String
        .raw`customer_email: expected text that matches ^[\w\.-]+@[\w\.-]+\.\w+$, got string "me"`,
    ),
  },
  {
    says: "refuses more than 10000",
    tool: "charge_payment",
    args: { amount: 10000.01, card_token: "tok_1" },
    result: refused("charge_payment", "amount: expected at most 10000, got number 10000.01"),
  },
  {
    says: "gets its user from the server",
    tool: "get_user_details",
    result: whole("Details for user_123"),
  },
  {
    says: "tells a client that sends the hidden parameter, which changes nothing",
    tool: "get_user_details",
    args: { user_id: "root" },
    result: whole("Details for user_123", unknown({ name: "user_id" })),
  },
  { says: "is the file's bytes", tool: "get_chart", result: { content: [CHART_1] } },
  {
    says: "is a block for each",
    tool: "get_multiple_charts",
    result: { content: [CHART_1, CHART_2] },
  },
  {
    says: "has its text beside it",
    tool: "get_chart_with_text",
    result: { content: [CHART_1, text("text content")] },
  },
  {
    says: "stands in an object as a block",
    tool: "get_nested_chart",
    result: data({ image: CHART_1 }),
  },
  {
    says: "is structured without a schema",
    tool: "get_user_data",
    args: { user_id: "1" },
    result: data({ name: "Alice", age: 30, active: true }),
  },
  {
    says: "is text only without a schema",
    tool: "calculate_sum",
    args: { a: 5, b: 3 },
    result: { content: [text("8")] },
  },
  {
    says: "is text and structured with a schema",
    tool: "calculate_sum_typed",
    args: { a: 5, b: 3 },
    result: {
      content: [text("8")],
      structuredContent: { result: 8 },
      _meta: { fastmcp: { wrap_result: true } },
    },
  },
];
