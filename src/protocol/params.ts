import { isRecord } from "../schema/json_schema.ts";
import { LOG_LEVELS } from "../server/exchange.ts";
import type { Method } from "../server/requests.ts";

type Check = (params: Record<string, unknown>) => string | undefined;

const text = (key: string): Check => (params) =>
  typeof params[key] === "string" ? undefined : `${key} must be text`;

const record = (key: string): Check => (params) =>
  params[key] === undefined || isRecord(params[key]) ? undefined : `${key} must be an object`;

const all = (...checks: Check[]): Check => (params) => {
  for (const check of checks) {
    const problem = check(params);
    if (problem !== undefined) return problem;
  }
};

const list: Check = ({ cursor }) =>
  cursor === undefined || typeof cursor === "string" ? undefined : "cursor must be text";

const texts = (value: unknown) =>
  value === undefined ||
  isRecord(value) && Object.values(value).every((item) => typeof item === "string");

const completion: Check = ({ ref, argument, context }) => {
  const { type, name, uri } = isRecord(ref) ? ref : {};
  if (
    !(type === "ref/prompt" && typeof name === "string") &&
    !(type === "ref/resource" && typeof uri === "string")
  ) return "ref must be {type: ref/prompt, name} or {type: ref/resource, uri}";
  if (
    !isRecord(argument) || typeof argument.name !== "string" || typeof argument.value !== "string"
  ) return "argument must be {name, value}, both text";
  if (context !== undefined && !(isRecord(context) && texts(context.arguments))) {
    return "context.arguments must be an object of texts";
  }
};

const level: Check = (params) =>
  (LOG_LEVELS as readonly unknown[]).includes(params.level)
    ? undefined
    : `level must be one of ${LOG_LEVELS.join(", ")}`;

/** What `_meta` must look like in every request. */
export const checkMeta: Check = ({ _meta }) => {
  if (_meta === undefined) return undefined;
  if (!isRecord(_meta)) return "_meta must be an object";
  const { progressToken } = _meta;
  return progressToken === undefined || typeof progressToken === "string" ||
      Number.isSafeInteger(progressToken)
    ? undefined
    : "_meta.progressToken must be text or a whole number";
};

/** What the parameters of `initialize` must look like. */
export const checkInitialize: Check = ({ protocolVersion, capabilities, clientInfo }) => {
  if (typeof protocolVersion !== "string") return "protocolVersion must be text";
  if (!isRecord(capabilities)) return "capabilities must be an object";
  return isRecord(clientInfo) && typeof clientInfo.name === "string" &&
      typeof clientInfo.version === "string"
    ? undefined
    : "clientInfo must be {name, version}, both text";
};

/** For each method, what its parameters must look like; a check tells the first problem. */
export const PARAMS: Readonly<Record<Method, Check>> = {
  "tools/list": list,
  "tools/call": all(text("name"), record("arguments")),
  "resources/list": list,
  "resources/templates/list": list,
  "resources/read": text("uri"),
  "resources/subscribe": text("uri"),
  "resources/unsubscribe": text("uri"),
  "prompts/list": list,
  "prompts/get": all(
    text("name"),
    (params) => texts(params.arguments) ? undefined : "arguments must be an object of texts",
  ),
  "completion/complete": completion,
  "logging/setLevel": level,
  "ping": () => undefined,
};
