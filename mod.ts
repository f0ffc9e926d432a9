/**
 * A framework for MCP servers: tools, resources and prompts from plain functions, for clients of both
 * protocol eras.
 *
 * @example A server in one file
 * ```ts
 * import { McpServer } from "@x/mcp";
 * import { z } from "zod";
 *
 * const mcp = new McpServer({ name: "demo", version: "1.0.0" });
 *
 * mcp.tool("add", {
 *   description: "Adds two integers.",
 *   input: z.object({ a: z.int(), b: z.int() }),
 * }, ({ a, b }) => a + b);
 *
 * export default mcp;
 * if (import.meta.main) await mcp.run();
 * ```
 *
 * @module
 */

// The server
export { McpServer } from "./src/app/mcp_server.ts";
export type { RunOptions } from "./src/app/run_options.ts";
export type { CacheableMethod, McpServerOptions } from "./src/app/options.ts";
export type { HttpOptions, ServeOptions, SessionOptions } from "./src/app/http_options.ts";
export type { ServerHandle } from "./src/app/serve.ts";
export {
  type EventStore,
  MemoryEventStore,
  type Replay,
  type StoredEvent,
} from "./src/protocol/event_store.ts";
export type {
  ComponentDescription,
  HttpDescription,
  ServerDescription,
} from "./src/app/description.ts";
export type { PermissionsDescription, RunHolder } from "./src/app/permissions_description.ts";
export type { Hook } from "./src/app/life.ts";
export { SignatureError } from "./src/app/signature_error.ts";
export type { SignatureProblem } from "./src/schema/from_types/signature.ts";
export type { SendLine, ServerConnection } from "./src/protocol/server_connection.ts";
export type { OnDuplicate, Selector } from "./src/server/catalog.ts";

// Components
export type { CacheHint, ComponentKind, ComponentOptions } from "./src/server/component.ts";
export type {
  ProjectComponent,
  ProjectFiles,
  ProjectManifest,
} from "./src/server/project_manifest.ts";
export type { SchemaExport } from "./src/schema/from_types/component_file.ts";
export type { Parameter } from "./src/schema/from_types/signature.ts";
export type { Isolation, IsolationOptions } from "./src/server/isolation.ts";
export type {
  DeclaredPermissions,
  Grant,
  PermissionKind,
  PermissionRecord,
  Permissions,
  PermissionSet,
  PermissionValue,
} from "./src/server/permissions.ts";
export type {
  ListedTool,
  ToolAnnotations,
  ToolArgs,
  ToolHandler,
  ToolOptions,
  ToolReturn,
} from "./src/server/tool.ts";
export type {
  ListedResource,
  ResourceConstant,
  ResourceOptions,
  ResourceReader,
  ResourceReaderOf,
  ResourceReturn,
} from "./src/server/resource.ts";
export {
  type FileReader,
  fileResource,
  type FileResourceOptions,
} from "./src/app/file_resource.ts";
export { type ProgramOptions, type ProgramResult, runProgram } from "./src/app/run_program.ts";
export type { ListedPrompt, PromptHandler, PromptOptions } from "./src/server/prompt.ts";
export type {
  Completer,
  CompleteResult,
  Completers,
  CompletionContext,
} from "./src/server/completion.ts";
export type {
  ModuleMeta,
  PlainFunction,
  PromptFunction,
  PromptFunctionOptions,
  ResourceFunctionOptions,
  ToolFunction,
  ToolFunctionOptions,
} from "./src/server/function_options.ts";
export type {
  ModuleOptions,
  PromptModuleOptions,
  ResourceModuleOptions,
  ToolModuleOptions,
} from "./src/server/module_options.ts";
export { depends } from "./src/server/depends.ts";
export type { Provided, Provider, Providers, Use, WithInjected } from "./src/server/provider.ts";

// Calls
export type { Context, Log } from "./src/server/context.ts";
export type { ClientInfo, Era, LogLevel } from "./src/server/exchange.ts";
export {
  type AbortCode,
  AbortedError,
  ErrorCode,
  ProtocolError,
  ProviderError,
  ResourceNotFoundError,
  UserError,
} from "./src/server/errors.ts";
export type {
  Call,
  EmptyResult,
  ListParams,
  Method,
  Middleware,
  Next,
  Page,
  Requests,
} from "./src/server/requests.ts";

// Content
export {
  audio,
  file,
  type FileOptions,
  image,
  type Media,
  type MediaOptions,
} from "./src/content/media.ts";
export type { MediaSource } from "./src/content/media_source.ts";
export { result, ToolResult, type ToolResultParts } from "./src/content/tool_result.ts";
export type { ResourceContent, ResourceResult } from "./src/content/resource_contents.ts";
export type { PromptMessageLike, PromptPart, PromptReturn } from "./src/content/prompt_messages.ts";
export type {
  CallToolResult,
  ContentAnnotations,
  ContentBlock,
  EmbeddedResource,
  GetPromptResult,
  Icon,
  InputRequired,
  MediaContent,
  PromptMessage,
  ReadResourceResult,
  ResourceContents,
  ResourceLink,
  TextContent,
} from "./src/content/types.ts";

// Schemas
export type { Validation } from "./src/schema/check/arguments.ts";
export type {
  JsonSchema,
  PlainSchema,
  Schema,
  SchemaInput,
  SchemaOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
  StandardSchemaProps,
} from "./src/schema/standard_schema.ts";
export type {
  UriBareName,
  UriNameList,
  UriParams,
  UriPathNames,
  UriQueryNames,
} from "./src/schema/uri/uri_template.ts";
