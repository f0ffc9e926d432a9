/** One thing that the specification asks of a server. */
export interface Requirement {
  /** Where it is said. */
  readonly spec: string;
  /** What a server does. */
  readonly behaviour: string;
  /** The era it holds in. */
  readonly era: "legacy" | "modern" | "both";
}

const S25 = "https://modelcontextprotocol.io/specification/2025-11-25";
const S26 = "https://modelcontextprotocol.io/specification/2026-07-28";

/**
 * What the specification asks of a server, over stdio or in more than one exchange over HTTP; single
 * exchanges over HTTP are in `http_requirements.ts`. A test that shows a row has its id in brackets
 * in its name; a row that no test shows, and an id that is no row, fail the suite.
 */
export const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  // Messages
  "message.id": {
    spec: `${S25}/basic#responses`,
    behaviour:
      "an answer carries the id of its request; an error has a whole-number code and a text",
    era: "both",
  },
  "message.parse-error": {
    spec: "https://www.jsonrpc.org/specification#error_object",
    behaviour:
      "a line that is not JSON is answered with -32700 and id null; the next line is served",
    era: "both",
  },
  "message.invalid-request": {
    spec: "https://www.jsonrpc.org/specification#error_object",
    behaviour: "JSON that is no message, a batch among it, is answered with -32600 and id null",
    era: "both",
  },
  "message.notification": {
    spec: `${S25}/basic#notifications`,
    behaviour: "a notification is never answered, known or not",
    era: "both",
  },
  "message.unknown-method": {
    spec: "https://www.jsonrpc.org/specification#error_object",
    behaviour: "an unknown method, or one of a capability that is not declared, gets -32601",
    era: "both",
  },
  "message.own-codes": {
    spec: `${S26}/basic#error-codes`,
    behaviour:
      "codes that the protocol reserves are sent only with their meaning, whoever throws them",
    era: "modern",
  },
  "message.result-type": {
    spec: `${S26}/basic#responses`,
    behaviour: "every result carries resultType",
    era: "modern",
  },
  "message.server-info": {
    spec: `${S26}/basic#meta`,
    behaviour: "every result names the server in its _meta",
    era: "modern",
  },
  "message.no-legacy-members": {
    spec: `${S25}/basic#responses`,
    behaviour: "a result carries no resultType, ttlMs or cacheScope",
    era: "legacy",
  },
  "meta.keys": {
    spec: `${S25}/basic#_meta`,
    behaviour:
      "_meta keys that break the naming rules, or that the protocol keeps, are not registered",
    era: "both",
  },
  "extensions.unknown": {
    spec: `${S26}/basic/versioning#extensions`,
    behaviour: "extensions that a client declares and the server does not know change nothing",
    era: "both",
  },
  // Discovery, versions, state
  "discover.answer": {
    spec: `${S26}/server/discover`,
    behaviour: "server/discover tells versions, capabilities and instructions, with a cache hint",
    era: "modern",
  },
  "version.unsupported": {
    spec: `${S26}/basic/versioning`,
    behaviour: "a version that is not served gets -32022 with the versions that are",
    era: "modern",
  },
  "version.missing-envelope": {
    spec: `${S26}/basic#meta`,
    behaviour: "a request without the envelope on a modern connection gets -32602",
    era: "modern",
  },
  "version.late-initialize": {
    spec: `${S26}/basic/versioning`,
    behaviour: "initialize after modern requests gets -32022",
    era: "modern",
  },
  "version.removed-methods": {
    spec: `${S26}/basic/versioning`,
    behaviour: "ping, logging/setLevel and resources/subscribe get -32601",
    era: "modern",
  },
  "version.stateless": {
    spec: `${S26}/basic#statelessness`,
    behaviour: "what a request says of its client holds for that request, whatever came before",
    era: "modern",
  },
  "initialize.negotiation": {
    spec: `${S25}/basic/lifecycle#version-negotiation`,
    behaviour: "a served version is agreed to; any other is answered with the latest",
    era: "legacy",
  },
  "initialize.quiet": {
    spec: `${S25}/basic/lifecycle#initialization`,
    behaviour: "nothing is sent unasked before the client says that it is initialized",
    era: "legacy",
  },
  "capabilities.declared": {
    spec: `${S25}/basic/lifecycle#capability-negotiation`,
    behaviour: "what the server has is declared, and nothing else; no tasks",
    era: "both",
  },
  "ping.answer": {
    spec: `${S25}/basic/utilities/ping`,
    behaviour: "ping is answered promptly with an empty result",
    era: "legacy",
  },
  // stdio
  "stdio.framing": {
    spec: `${S25}/basic/transports#stdio`,
    behaviour: "one message a line, UTF-8, no line ends inside; both line ends are read",
    era: "both",
  },
  "stdio.pure": {
    spec: `${S25}/basic/transports#stdio`,
    behaviour: "stdout carries nothing but messages, whatever prints",
    era: "both",
  },
  "stdio.no-requests": {
    spec: `${S26}/basic/transports/stdio`,
    behaviour: "a server never writes a request",
    era: "modern",
  },
  "stdio.end": {
    spec: `${S25}/basic/lifecycle#shutdown`,
    behaviour: "the end of stdin ends the process promptly, after a bounded drain, with code 0",
    era: "both",
  },
  "stdio.cancelled": {
    spec: `${S25}/basic/utilities/cancellation`,
    behaviour: "a cancelled call is aborted and sends nothing more; unknown ids are ignored",
    era: "both",
  },
  "stdio.listen-end": {
    spec: `${S26}/basic/patterns/subscriptions`,
    behaviour: "an open subscription gets its result when the server ends",
    era: "modern",
  },
  // Lists
  "lists.order": {
    spec: `${S26}/server/tools#listing-tools`,
    behaviour: "lists come in the order of registration, the same for every connection",
    era: "both",
  },
  "lists.cursor": {
    spec: `${S25}/server/utilities/pagination`,
    behaviour: "pages follow opaque cursors, the last has none; a bad cursor gets -32602",
    era: "both",
  },
  "lists.changed": {
    spec: `${S25}/server/tools#list-changed-notification`,
    behaviour:
      "list_changed reaches clients that may hear it: all of a session, or those that listen",
    era: "both",
  },
  "lists.empty": {
    spec: `${S25}/server/resources#listing-resources`,
    behaviour: "a list of a declared capability that has no items is empty",
    era: "both",
  },
  "cache.hints": {
    spec: `${S26}/server/utilities/caching`,
    behaviour: "discover, lists and reads carry ttlMs and cacheScope, alike on all pages",
    era: "modern",
  },
  // Tools
  "tools.names": {
    spec: `${S25}/server/tools#tool-names`,
    behaviour: "names are 1 to 128 of A-Z a-z 0-9 _ . - and unique",
    era: "both",
  },
  "tools.schema": {
    spec: `${S25}/basic#json-schema-usage`,
    behaviour: "schemas are objects at the root, of a known dialect, and refer to nothing outside",
    era: "both",
  },
  "tools.schema-bounds": {
    spec: `${S26}/basic#json-schema-usage`,
    behaviour: "schemas are bounded in depth",
    era: "both",
  },
  "tools.headers": {
    spec: `${S26}/basic/transports/streamable-http#custom-headers`,
    behaviour: "x-mcp-header is a token, unique, and on plain parameters, or registration fails",
    era: "both",
  },
  "tools.unknown": {
    spec: `${S25}/server/tools#error-handling`,
    behaviour: "an unknown or hidden tool gets -32602",
    era: "both",
  },
  "tools.arguments": {
    spec: `${S25}/server/tools#error-handling`,
    behaviour: "arguments that do not fit give a result with isError that names every problem",
    era: "both",
  },
  "tools.structured": {
    spec: `${S25}/server/tools#structured-content`,
    behaviour: "structured content matches the output schema, and is also given as text",
    era: "both",
  },
  "tools.timeout": {
    spec: `${S25}/basic/lifecycle#timeouts`,
    behaviour: "a call has a time limit where the author sets one",
    era: "both",
  },
  // Resources
  "resources.not-found": {
    spec: `${S26}/server/resources#error-handling`,
    behaviour: "a resource that is not there gets -32002 (legacy) or -32602 (modern) with its URI",
    era: "both",
  },
  "resources.failure": {
    spec: `${S25}/server/resources#error-handling`,
    behaviour: "a failing handler gets -32603 with a masked text",
    era: "both",
  },
  "resources.uri": {
    spec: `${S25}/server/resources#security-considerations`,
    behaviour: "URIs are checked: values that leave their place never match, bytes come as base64",
    era: "both",
  },
  "resources.subscribe": {
    spec: `${S25}/server/resources#subscriptions`,
    behaviour: "updated reaches those that subscribed, until they unsubscribe",
    era: "legacy",
  },
  // Prompts, completion
  "prompts.arguments": {
    spec: `${S25}/server/prompts#error-handling`,
    behaviour: "an unknown prompt or a missing argument gets -32602",
    era: "both",
  },
  "completion.limits": {
    spec: `${S25}/server/utilities/completion`,
    behaviour: "at most 100 values come, with total and hasMore; an unknown argument has none",
    era: "both",
  },
  // Logging, progress
  "logging.level": {
    spec: `${S25}/server/utilities/logging`,
    behaviour: "messages below the level that the client set are not sent; a bad level gets -32602",
    era: "legacy",
  },
  "logging.request": {
    spec: `${S26}/server/utilities/logging`,
    behaviour: "messages are sent only for a request that asks for a level",
    era: "modern",
  },
  "progress.rules": {
    spec: `${S25}/basic/utilities/progress`,
    behaviour: "progress needs a token, rises, is limited in rate, and ends with the answer",
    era: "both",
  },
  // Input required
  "input.modern": {
    spec: `${S26}/basic/patterns/mrtr`,
    behaviour: "tools, prompts and resources may ask for input, and run again with the answers",
    era: "modern",
  },
  "input.legacy": {
    spec: `${S25}/client/elicitation`,
    behaviour: "the same handler's questions are sent as requests to the client",
    era: "legacy",
  },
  "input.question": {
    spec: `${S26}/basic/patterns/mrtr`,
    behaviour:
      "a request for input asks something or has a state, and comes from three methods only",
    era: "both",
  },
  "input.answers": {
    spec: `${S26}/basic/patterns/mrtr`,
    behaviour:
      "answers that are missing are asked for again, those that nobody asked for do no harm",
    era: "modern",
  },
  "input.capability": {
    spec: `${S26}/basic/patterns/mrtr`,
    behaviour: "nothing is asked that the client does not declare, the mode included: -32021",
    era: "modern",
  },
  "input.url-error": {
    spec: `${S25}/client/elicitation#url-mode-with-elicitation-required-error`,
    behaviour: "an error with code -32042 passes with its data",
    era: "legacy",
  },
  "input.state": {
    spec: `${S26}/basic/patterns/mrtr#request-state`,
    behaviour: "requestState is sealed and bound to its request; a bad one gets -32602",
    era: "modern",
  },
  // Subscriptions
  "listen.streams": {
    spec: `${S26}/basic/patterns/subscriptions`,
    behaviour: "the acknowledgement comes first, then only what was asked for, each with its id",
    era: "modern",
  },
  // Streams and sessions over HTTP
  "stream.own": {
    spec: `${S26}/basic/transports/streamable-http#sending-messages`,
    behaviour:
      "a stream carries notifications of its request, no requests, and ends with the answer",
    era: "modern",
  },
  "stream.keep-alive": {
    spec: `${S26}/basic/transports/streamable-http#sending-messages`,
    behaviour: "a quiet stream gets comments, a call that takes long among them",
    era: "both",
  },
  "stream.one": {
    spec: `${S25}/basic/transports#multiple-connections`,
    behaviour: "each message is sent on one of several streams, answers on that of their request",
    era: "legacy",
  },
  "stream.resume": {
    spec: `${S25}/basic/transports#resumability-and-redelivery`,
    behaviour: "a client that lost a stream gets what it missed of that stream, and the rest",
    era: "legacy",
  },
  "disconnect.cancels": {
    spec: `${S26}/basic/transports/streamable-http#cancellation`,
    behaviour: "a client that disconnects has cancelled its call",
    era: "modern",
  },
  "disconnect.cancels-not": {
    spec: `${S25}/basic/transports#sending-messages-to-the-server`,
    behaviour: "a client that disconnects has not cancelled its call, one that says so has",
    era: "legacy",
  },
  "session.lifetime": {
    spec: `${S25}/basic/transports#session-management`,
    behaviour: "a session ends by DELETE, by its idle limit or by the cap, and its id gets 404",
    era: "legacy",
  },
  "session.stateless": {
    spec: `${S25}/basic/transports#session-management`,
    behaviour: "without sessions their headers are ignored, and GET and DELETE get 405",
    era: "legacy",
  },
  "listen.http": {
    spec: `${S26}/basic/patterns/subscriptions`,
    behaviour: "subscriptions/listen is a stream that ends with a result when the server does",
    era: "modern",
  },
};
