import { acceptedContent, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { Context, InputRequired, McpServer } from "@x/mcp";
import { z } from "zod";

const NAME = z.object({ name: z.string() });
const COLOR = z.object({ color: z.string() });
const CONFIRMATION = z.object({ ok: z.boolean() });
const CONTEXT = z.object({ context: z.string() });
const ACCOUNT = z.object({ username: z.string(), email: z.string() });

type Question = ReturnType<typeof inputRequired.elicit>;

/** Asks the client, and leaves a state for the next round. */
function ask(inputRequests: Record<string, Question>, requestState?: unknown): InputRequired {
  return {
    ...inputRequired({ inputRequests }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

const form = (message: string, requestedSchema: z.ZodType): Question =>
  inputRequired.elicit({ message, requestedSchema });

const generate = (text: string, maxTokens: number): Question =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens,
  });

const answerOf = (ctx: Context, key: string) => inputResponse(ctx.inputResponses, key);

function generatedText(ctx: Context, key: string): string | undefined {
  const answer = answerOf(ctx, key);
  if (answer.kind !== "sampling") return undefined;
  const [block] = [answer.result.content].flat();
  return block.type === "text" ? block.text : `(${block.type})`;
}

/** Adds the tools and the prompt that ask the client before they answer. */
export function addQuestions(mcp: McpServer): void {
  addForms(mcp);
  addKinds(mcp);
  addStates(mcp);
  addCapabilities(mcp);
  mcp.prompt(
    "test_input_required_result_prompt",
    { description: "Asks for its context." },
    (_, ctx) => {
      const answer = acceptedContent(ctx.inputResponses, "user_context", CONTEXT);
      return answer === undefined
        ? ask({ user_context: form("What context should the prompt use?", CONTEXT) })
        : `Go on with this context: ${answer.context}`;
    },
  );
}

/** Forms in all shapes, which the older revisions send as a request of the server. */
function addForms(mcp: McpServer): void {
  const asked = (ctx: Context, intro: string, question: () => Question) => {
    const answer = answerOf(ctx, "form");
    return answer.kind === "elicit"
      ? `${intro}: action=${answer.action}, content=${JSON.stringify(answer.content)}`
      : ask({ form: question() });
  };
  mcp.tool(
    "test_elicitation",
    { description: "Asks for an account.", input: z.object({ message: z.string() }) },
    ({ message }, ctx) => asked(ctx, "User response", () => form(message, ACCOUNT)),
  );
  mcp.tool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks with defaults." },
    (_, ctx) =>
      asked(ctx, "Elicitation completed", () =>
        inputRequired.elicit({
          message: "Are these values right?",
          requestedSchema: {
            type: "object",
            properties: {
              name: { type: "string", default: "John Doe" },
              age: { type: "integer", default: 30 },
              score: { type: "number", default: 95.5 },
              status: {
                type: "string",
                enum: ["active", "inactive", "pending"],
                default: "active",
              },
              verified: { type: "boolean", default: true },
            },
            required: [],
          },
        })),
  );
  mcp.tool(
    "test_elicitation_sep1330_enums",
    { description: "Asks for choices." },
    (_, ctx) =>
      asked(ctx, "Elicitation completed", () =>
        inputRequired.elicit({
          message: "What do you choose?",
          requestedSchema: {
            type: "object",
            properties: {
              untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
              titledSingle: { type: "string", oneOf: titled("Option") },
              legacyEnum: {
                type: "string",
                enum: ["opt1", "opt2", "opt3"],
                enumNames: ["Option One", "Option Two", "Option Three"],
              },
              untitledMulti: {
                type: "array",
                items: { type: "string", enum: ["option1", "option2", "option3"] },
              },
              titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
            },
            required: [],
          },
        })),
  );
}

const titled = (noun: string) =>
  ["First", "Second", "Third"].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${noun}`,
  }));

/** One tool for each kind of question, and one that asks all kinds at once. */
function addKinds(mcp: McpServer): void {
  mcp.tool(
    "test_sampling",
    { description: "Has the client's model answer.", input: z.object({ prompt: z.string() }) },
    ({ prompt }, ctx) => {
      const text = generatedText(ctx, "answer");
      return text === undefined ? ask({ answer: generate(prompt, 100) }) : `LLM response: ${text}`;
    },
  );
  mcp.tool(
    "test_input_required_result_elicitation",
    { description: "Asks for a name." },
    (_, ctx) => {
      const answer = acceptedContent(ctx.inputResponses, "user_name", NAME);
      return answer === undefined
        ? ask({ user_name: form("What is your name?", NAME) })
        : `Hello, ${answer.name}!`;
    },
  );
  mcp.tool(
    "test_input_required_result_sampling",
    { description: "Asks the client's model." },
    (_, ctx) =>
      generatedText(ctx, "capital_question") ??
        ask({ capital_question: generate("What is the capital of France?", 100) }),
  );
  mcp.tool(
    "test_input_required_result_list_roots",
    { description: "Asks for the client's folders." },
    (_, ctx) => {
      const answer = answerOf(ctx, "client_roots");
      return answer.kind === "roots"
        ? `Roots: ${answer.roots.map(({ uri }) => uri).join(", ")}`
        : ask({ client_roots: inputRequired.listRoots() });
    },
  );
  mcp.tool(
    "test_input_required_result_multiple_inputs",
    { description: "Asks in three ways at once." },
    (_, ctx) => {
      const answer = acceptedContent(ctx.inputResponses, "user_name", NAME);
      const greeting = generatedText(ctx, "greeting");
      const roots = answerOf(ctx, "client_roots");
      if (answer !== undefined && greeting !== undefined && roots.kind === "roots") {
        return `${greeting}, ${answer.name}, in ${roots.roots.length} folders`;
      }
      return ask({
        user_name: form("What is your name?", NAME),
        greeting: generate("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      }, "asked in three ways");
    },
  );
}

/** Tools that find in the next round what they left in the one before. */
function addStates(mcp: McpServer): void {
  for (const name of ["request_state", "tampered_state"]) {
    mcp.tool(
      `test_input_required_result_${name}`,
      { description: "Asks for a confirmation, and keeps a state." },
      (_, ctx) => {
        const answer = acceptedContent(ctx.inputResponses, "confirm", CONFIRMATION);
        return answer !== undefined && ctx.requestState === name
          ? "state-ok"
          : ask({ confirm: form("Is that right?", CONFIRMATION) }, name);
      },
    );
  }
  mcp.tool(
    "test_input_required_result_multi_round",
    { description: "Asks twice." },
    (_, ctx) => {
      const state = (ctx.requestState ?? {}) as { name?: string };
      const name = acceptedContent(ctx.inputResponses, "step1", NAME)?.name ?? state.name;
      if (name === undefined) return ask({ step1: form("What is your name?", NAME) }, state);
      const answer = acceptedContent(ctx.inputResponses, "step2", COLOR);
      return answer === undefined
        ? ask({ step2: form("What is your favorite color?", COLOR) }, { name })
        : `${name} likes ${answer.color}`;
    },
  );
}

/** Tools for clients that cannot answer everything. */
function addCapabilities(mcp: McpServer): void {
  mcp.tool(
    "test_missing_capability",
    { description: "Needs a client with a model." },
    (_, ctx) => generatedText(ctx, "ping") ?? ask({ ping: generate("ping", 10) }),
  );
  mcp.tool("test_streaming_elicitation", { description: "Asks nothing." }, () => "Not asked");
  mcp.tool(
    "test_input_required_result_capabilities",
    { description: "Asks what the client can answer." },
    (_, ctx) => {
      const { elicitation, sampling } = ctx.client.capabilities;
      const questions = {
        ...(elicitation === undefined ? {} : { user_name: form("What is your name?", NAME) }),
        ...(sampling === undefined ? {} : { greeting: generate("Generate a greeting", 50) }),
      };
      return Object.keys(questions).length === 0 ? "There is nobody to ask" : ask(questions);
    },
  );
}
