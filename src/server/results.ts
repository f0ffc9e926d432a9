import { toJson } from "../content/json.ts";
import { isWireResult } from "../content/tool_content.ts";
import { type InputRequired, isInputRequired } from "../content/types.ts";
import { isRecord } from "../schema/json_schema.ts";
import { ResultError } from "./errors.ts";
import type { Method } from "./requests.ts";

/** Members that the result of a method cannot do without. */
const MEMBERS: Readonly<Partial<Record<Method, string>>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
  "resources/read": "contents",
  "prompts/get": "messages",
};

/** Methods whose handlers may ask for input (2026-07-28 multi-round-trip requests). */
const ASKING: ReadonlySet<Method> = new Set(["tools/call", "prompts/get", "resources/read"]);

/**
 * Checks a result that came through links of the chain, which may be anybody's.
 *
 * @throws {ResultError} if it is no result of the method
 */
export function fitting(method: Method, result: unknown): unknown {
  if (isInputRequired(result) && ASKING.has(method)) return result;
  const member = MEMBERS[method];
  const fits = method === "tools/call"
    ? isWireResult(result)
    : isRecord(result) && (member === undefined || Array.isArray(result[member]));
  if (!fits) {
    throw new ResultError(
      `Request ${method} gave no result that can be sent.`,
      `a link of the chain returned no result of ${method}; return what next() gives, or the like`,
    );
  }
  return result;
}

/**
 * A request for input in the form in which it can be sent.
 *
 * @throws {ResultError} if it asks nothing and has no state, or its state cannot be sealed
 */
export function sendable(result: InputRequired): InputRequired {
  const { inputRequests, requestState } = result;
  if (requestState === undefined) {
    if (isRecord(inputRequests) && Object.keys(inputRequests).length > 0) return result;
    throw new ResultError(
      "The request for input cannot be sent.",
      "it has neither inputRequests nor a requestState",
    );
  }
  try {
    return { ...result, requestState: toJson(requestState) };
  } catch (error) {
    throw new ResultError(
      "The request for input cannot be sent.",
      `its requestState: ${(error as Error).message}`,
    );
  }
}
