const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const INTEGER = { type: "integer" };
const BOOLEAN = { type: "boolean" };

/** An object whose members are all there. */
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});

/** How a result travels that is no object. */
const wrapped = (result: unknown) => ({
  ...object({ result }),
  "x-fastmcp-wrap-result": true,
});

const DONE = object({ success: BOOLEAN, message: TEXT });

/** What each tool of examples/golf lists, in order. */
export const TOOLS = [
  {
    name: "calculator",
    description: "A simple calculator tool.",
    inputSchema: object({
      a: { ...INTEGER, description: "First number." },
      b: { ...INTEGER, description: "Second number." },
      operation: { type: "string", enum: ["add", "subtract"], default: "add" },
    }, ["a", "b"]),
    outputSchema: wrapped({ ...INTEGER, description: "The sum, or the difference." }),
  },
  {
    name: "delete_file",
    description: "Delete file tool.",
    inputSchema: object({
      path: { ...TEXT, description: "Path to file to delete, below the folder data" },
    }),
    outputSchema: DONE,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
  },
  {
    name: "hello",
    description: "Hello World tool example.",
    inputSchema: object({
      name: { ...TEXT, description: "The name of the person to greet", default: "World" },
      greeting: { ...TEXT, description: "The greeting phrase to use", default: "Hello" },
    }, []),
    outputSchema: object({ message: TEXT }),
  },
  {
    name: "file_operations_patterns",
    description: "Tool that modifies files: renames a file of the folder data.",
    inputSchema: object({
      from: { ...TEXT, description: "Name of the file" },
      to: { ...TEXT, description: "Its new name; a file that has it already is replaced" },
    }),
    outputSchema: wrapped(TEXT),
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
  },
  {
    name: "idempotent_patterns",
    description: "Tool safe to retry: sets the status that people see.",
    inputSchema: object({ status: { ...TEXT, maxLength: 80, description: "What people see" } }),
    outputSchema: wrapped(TEXT),
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  },
  {
    name: "read_only_patterns",
    description: "Tool that only reads data: lists the files of the folder data.",
    inputSchema: object({
      suffix: { ...TEXT, description: "Only files whose names end like this", default: "" },
    }, []),
    outputSchema: wrapped({ type: "array", items: TEXT }),
    annotations: { readOnlyHint: true },
  },
  {
    name: "web_search_patterns",
    description: "Tool that searches the internet: titles of Wikipedia's articles.",
    inputSchema: object({ query: { ...TEXT, minLength: 1, description: "What to look for" } }),
    outputSchema: wrapped({ type: "array", items: TEXT }),
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  {
    name: "charge_payments",
    description: "Process a payment charge with validation.",
    inputSchema: object({
      amount: {
        ...NUMBER,
        exclusiveMinimum: 0,
        maximum: 10000,
        description: "Amount to charge in USD",
      },
      card_token: {
        ...TEXT,
        pattern: "^tok_[a-zA-Z0-9]+$",
        description: "Tokenized payment card identifier",
      },
      description: {
        ...TEXT,
        maxLength: 200,
        description: "Optional payment description",
        default: "",
      },
      customer_email: {
        anyOf: [{ ...TEXT, pattern: "^[\\w\\.-]+@[\\w\\.-]+\\.\\w+$" }, { type: "null" }],
        description: "Customer's email address",
        default: null,
      },
    }, ["amount", "card_token"]),
    outputSchema: object({ success: BOOLEAN, charge_id: TEXT, message: TEXT }),
  },
  {
    name: "user_profile_tool",
    description: "Tool to fetch user profile information.",
    inputSchema: object({ user_id: { ...INTEGER, description: "Number of the user" } }),
    outputSchema: object({
      user_id: INTEGER,
      username: TEXT,
      email: { anyOf: [TEXT, { type: "null" }] },
      is_active: BOOLEAN,
    }),
  },
];

/** What its resources list, templates apart. */
export const RESOURCES = [
  {
    uri: "data://config",
    name: "config",
    description: "Configuration as a constant.",
    mimeType: "application/json",
  },
  {
    uri: "data://config/current",
    name: "current_config",
    description: "Configuration as a function, which is called for each reading.",
  },
];

export const TEMPLATES = [
  { uriTemplate: "users://{user_id}", name: "user", description: "A user by number." },
];

export const PROMPTS = [
  {
    name: "review",
    description: "Reviews code: a list of messages.",
    arguments: [
      { name: "code", description: "What to review", required: true },
      { name: "language", description: "What it is written in", required: false },
    ],
  },
  {
    name: "welcome",
    description: "Welcomes a user: a text, which becomes a single user message.",
    arguments: [{ name: "name", description: "Who is welcomed", required: true }],
  },
];

/** What each may touch, as it is declared; others may touch nothing. */
export const PERMISSIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  delete_file: { write: ["data"] },
  file_operations_patterns: { read: ["data"], write: ["data"] },
  idempotent_patterns: { write: ["data"] },
  read_only_patterns: { read: ["data"] },
  web_search_patterns: { net: ["en.wikipedia.org"] },
};
