/**
 * What the types infer and refuse. Every line under an expected error must be one, or the type check
 * of this file fails; nothing here is run.
 */
import {
  type Context,
  depends,
  image,
  McpServer,
  type Middleware,
  type Permissions,
  type PromptOptions,
  type Provider,
  type ResourceOptions,
  result,
  type ToolHandler,
  type ToolModuleOptions,
  type ToolOptions,
  type Use,
} from "@x/mcp";
import { type } from "arktype";
import { Type as Type034 } from "@sinclair/typebox";
import Type from "typebox";
import { z } from "zod";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;
function same<A, B>(_: Same<A, B>): void {}

const mcp = new McpServer({ name: "types", version: "1.0.0" });

// Arguments come from any Standard Schema, as its output.
mcp.tool("zod", { input: z.object({ a: z.int(), b: z.string().default("x") }) }, (args, ctx) => {
  same<typeof args, { a: number; b: string }>(true);
  same<typeof ctx, Context>(true);
  // @ts-expect-error there is no argument c
  args.c;
  // @ts-expect-error a is a number
  args.a.toUpperCase();
  return args.a;
});
mcp.tool("transform", { input: z.object({ a: z.string().transform(Number) }) }, ({ a }) => {
  same<typeof a, number>(true);
});
mcp.tool("arktype", { input: type({ name: "string", "age?": "number" }) }, (args) => {
  same<typeof args.name, string>(true);
  // @ts-expect-error age may be missing
  args.age.toFixed();
});

// Plain JSON Schema says nothing in types, so tool<Args> does.
mcp.tool("json", { input: { type: "object" } }, (args) => {
  same<typeof args, Record<string, unknown>>(true);
});
mcp.tool<{ a: number }>("args", { input: { type: "object" } }, (args) => {
  same<typeof args, { a: number }>(true);
  // @ts-expect-error there is no argument b
  args.b;
});
interface Named {
  readonly who: string;
}
mcp.tool<Named>("named", { input: { type: "object" } }, ({ who }) => who.length);
mcp.tool("annotated", { input: { type: "object" } }, ({ a }: { a: number }) => a);
mcp.tool("none", {}, (args) => {
  same<typeof args, Record<string, unknown>>(true);
});
mcp.tool("late", {}, () => new Promise((resolve) => setTimeout(() => resolve("waited"), 1)));

// Handlers and options may be declared by themselves.
const handler: ToolHandler<{ a: number }> = ({ a }) => a;
mcp.tool("handler", { input: z.object({ a: z.number() }) }, handler);
const options: ToolOptions = { description: "x", timeout: 5 };
mcp.tool("options", options, () => 1);
mcp.tool("more", { ...options, input: z.object({ a: z.number() }) }, ({ a }) => a.toFixed());
const resource: ResourceOptions = { mimeType: "a/b" };
mcp.resource("data://x", resource, () => 1);
const prompt: PromptOptions = { title: "x" };
mcp.prompt("q", prompt, () => "x");

// What is returned must fit the output.
const forecast = z.object({ celsius: z.number(), note: z.string().default("") });
mcp.tool("fits", { output: forecast }, () => ({ celsius: 1 }));
mcp.tool("fits_later", { output: forecast }, () => Promise.resolve({ celsius: 1, note: "x" }));
mcp.tool("parts", { output: forecast }, () => result({ structured: { celsius: 1 } }));
mcp.tool("media", {}, () => [image(new Uint8Array()), "x"]);
mcp.tool(
  "blocks",
  { output: forecast },
  () => result({ content: ["x", image("x.png")], structured: { celsius: 1 } }),
);
mcp.tool("drained", { output: z.array(z.int()) }, function* () {
  yield 1;
});
mcp.tool("drained_later", { output: z.array(z.enum(["a", "b"])) }, async function* () {
  yield await Promise.resolve("a" as const);
});
mcp.tool("scalar", { input: z.object({ a: z.int() }), output: z.int() }, ({ a }) => a + 1);
// Literals, enums, tuples and unions are what they look like.
mcp.tool("literal", { output: z.object({ kind: z.literal("a") }) }, () => ({ kind: "a" }));
mcp.tool("enum", { output: z.enum(["a", "b"]) }, () => "a");
mcp.tool("later", { output: z.object({ k: z.enum(["a", "b"]) }) }, async () => {
  await Promise.resolve();
  return { k: "a" };
});
mcp.tool("tuple", { output: z.object({ t: z.tuple([z.string(), z.number()]) }) }, () => ({
  t: ["x", 1],
}));
const either = z.discriminatedUnion("t", [
  z.object({ t: z.literal("a"), n: z.number() }),
  z.object({ t: z.literal("b"), s: z.string() }),
]);
mcp.tool(
  "union",
  { input: z.object({ x: z.string() }), output: either },
  ({ x }) => x === "" ? { t: "a", n: 1 } : { t: "b", s: x },
);
mcp.tool("arktype", { output: type({ kind: "'a'|'b'" }) }, () => ({ kind: "a" }));
// @ts-expect-error z is no kind
mcp.tool("wrong", { output: z.object({ kind: z.enum(["a", "b"]) }) }, () => ({ kind: "z" }));
// @ts-expect-error celsius is missing
mcp.tool("wrong", { output: forecast }, () => ({}));
// @ts-expect-error parts are set by result
mcp.tool("wrong", { output: forecast }, () => ({ isError: true }));
// @ts-expect-error an image is no forecast
mcp.tool("wrong", { output: forecast }, () => image("x.png"));
// @ts-expect-error items are numbers
mcp.tool("wrong", { output: z.array(z.int()) }, function* () {
  yield "a";
});
// @ts-expect-error a forecast is no list
mcp.tool("wrong", { output: forecast }, function* () {
  yield { celsius: 1 };
});
// @ts-expect-error the argument is a number
mcp.tool("wrong", { input: z.object({ a: z.number() }) }, ({ a }: { a: string }) => a);
// @ts-expect-error text is no number
mcp.tool("wrong", { output: z.int() }, () => "one");
// @ts-expect-error celsius is missing
mcp.tool("wrong", { output: forecast }, () => ({ note: "x" }));
const text = z.object({ a: z.string() });
// @ts-expect-error celsius is a number
mcp.tool("wrong", { input: text, output: forecast }, ({ a }) => ({ celsius: a }));
// @ts-expect-error also when it comes later
mcp.tool("wrong", { output: z.int() }, () => Promise.resolve("one"));
// @ts-expect-error nothing is no number
mcp.tool("wrong", { output: z.int() }, () => {});
// @ts-expect-error there is no such hint
mcp.tool("wrong", { annotations: { readonly: true } }, () => "x");
// @ts-expect-error a name is text
mcp.tool(5, {}, () => "x");

// Injected values come from their providers, and go with arguments of every kind.
class Db {
  readonly rows: readonly number[] = [];
}
const openDb = () => Promise.resolve(new Db());
const caller: Provider<string> = ({ client }) => client.name ?? "somebody";
const service = async (_: Context, use: Use) => ({ db: await use(openDb), who: await use(caller) });
mcp.tool("inject", {
  input: z.object({ a: z.int() }),
  inject: { db: openDb, caller, service },
}, ({ a, db, caller, service }, ctx) => {
  same<typeof a, number>(true);
  same<typeof db, Db>(true);
  same<typeof caller, string>(true);
  same<typeof service, { db: Db; who: string }>(true);
  same<typeof ctx, Context>(true);
});
mcp.tool("inline", {
  input: z.object({ a: z.int() }),
  output: z.object({ kind: z.enum(["a", "b"]) }),
  inject: {
    db: async (ctx, use) => {
      same<typeof ctx, Context>(true);
      return { inner: await use(openDb) };
    },
    five: () => 5,
  },
}, ({ a, db, five }) => {
  same<typeof a, number>(true);
  same<typeof db, { inner: Db }>(true);
  same<typeof five, number>(true);
  return { kind: "a" };
});
mcp.tool("json", { input: { type: "object" }, inject: { db: openDb } }, (args) => {
  same<typeof args.db, Db>(true);
  same<typeof args.other, unknown>(true);
});
mcp.tool("none", { inject: { db: openDb } }, ({ db }) => {
  same<typeof db, Db>(true);
});
mcp.tool<{ a: number; db: Db }>(
  "args",
  { input: { type: "object" }, inject: { db: openDb } },
  ({ a, db }) => db.rows[a],
);
const input = z.object({ a: z.int() });
mcp.tool(
  "annotated",
  { input, inject: { db: openDb } },
  ({ a, db }: { a: number; db: Db }) => db.rows[a],
);
mcp.resource("data://{a}", { inject: { db: openDb } }, ({ a, db }) => {
  same<typeof a, string>(true);
  same<typeof db, Db>(true);
});
mcp.resource("data://n", { inject: { n: (_, use) => use(caller) } }, ({ n }) => {
  same<typeof n, string>(true);
});
mcp.prompt("p", { args: text, inject: { db: openDb } }, ({ a, db }) => {
  same<typeof a, string>(true);
  same<typeof db, Db>(true);
  return a;
});
// @ts-expect-error there is no argument c
mcp.tool("wrong", { input, inject: { db: openDb } }, ({ c }) => c);
// @ts-expect-error a provider is a function
mcp.tool("wrong", { input, inject: { db: 5 } }, () => 1);
// @ts-expect-error db is no text
mcp.tool("wrong", { input, inject: { db: openDb } }, ({ db }: { db: string }) => db);

// Parameters of a template come from its literal.
mcp.resource("weather://{city}/current", {}, (params, ctx) => {
  same<typeof params.city, string>(true);
  same<typeof ctx, Context>(true);
  // @ts-expect-error there is no parameter town
  params.town;
  return params.city;
});
mcp.resource("file:///{path*}{?first,last}", {}, ({ path, first, last }) => {
  same<typeof path, string>(true);
  same<typeof first, string | undefined>(true);
  same<typeof last, string | undefined>(true);
});
mcp.resource("file:///{+path}", {}, ({ path }) => path.length);
mcp.resource("weather://{day}", { params: z.object({ day: z.coerce.number() }) }, ({ day }) => {
  same<typeof day, number>(true);
});
mcp.resource("weather://{city}", { complete: { city: (value) => [value] } }, () => 1);
// @ts-expect-error there is no parameter town to complete
mcp.resource("weather://{city}", { complete: { town: () => [] } }, () => 1);
const computed: string = "x://{a}";
mcp.resource(computed, {}, ({ anything }) => anything.length);
mcp.resource("data://constant", {}, { debug: false });
mcp.resource("data://bytes", {}, new Uint8Array());

// Arguments of a prompt come from its schema.
mcp.prompt("p", {
  args: z.object({ diff: z.string(), tone: z.enum(["a", "b"]).default("a") }),
  complete: { diff: (value, { arguments: chosen }) => [value, chosen.tone] },
}, (args) => {
  same<typeof args, { diff: string; tone: "a" | "b" }>(true);
  // @ts-expect-error there is no argument dif
  args.dif;
  return args.diff;
});
// @ts-expect-error there is no argument dif to complete
mcp.prompt("p", { args: z.object({ diff: z.string() }), complete: { dif: () => [] } }, () => "x");
// @ts-expect-error a number is no message
mcp.prompt("p", {}, () => 5);
// @ts-expect-error nobody has the role system
mcp.prompt("p", {}, () => ({ role: "system", content: "x" }));

// The chain knows methods by name.
mcp.use("tools/call", (call, next) => {
  same<typeof call.params.name, string>(true);
  // @ts-expect-error a call has no uri
  call.params.uri;
  return next();
});
const link: Middleware = (call, next) => {
  if (call.method === "resources/read") same<typeof call.params.uri, string>(true);
  return next();
};
mcp.use(link);
// @ts-expect-error there is no such method
mcp.use("tools/cal", (_, next) => next());

// @ts-expect-error a server has a version
new McpServer({ name: "x" });

// JSON Schema of any type will do, such as that of TypeBox.
const Count = Type.Object({ n: Type.Integer() });
mcp.tool("typebox", { input: Count }, ({ n }) => {
  same<typeof n, unknown>(true);
  return n;
});
mcp.tool<{ n: number }>("typebox_named", { input: Count, output: Count }, ({ n }) => ({ n }));
mcp.tool("typebox_034", { input: Type034.Object({ n: Type034.Integer() }) }, ({ n }) => n);
mcp.prompt("typebox", { args: Count }, ({ n }) => String(n));
interface Written {
  type: "object";
  properties: { a: { type: string } };
}
const written: Written = { type: "object", properties: { a: { type: "string" } } };
mcp.tool("written", { input: written }, ({ a }) => a);
// @ts-expect-error text is no schema
mcp.tool("text", { input: "x" }, () => 1);

// A plain function says by itself what it takes.
function add(a: number, b = 1): number {
  return a + b;
}
function open(ctx: Context, city: string, db = depends(openDb)): readonly number[] {
  same<typeof db, Db>(true);
  return city === ctx.client.name ? db.rows : [];
}
const taken = ({ city, who = depends(caller) }: { city: string; who?: string }) => {
  same<typeof who, string>(true);
  return `${city} ${who}`;
};
async function* rows(db = depends(service)): AsyncGenerator<number> {
  same<typeof db, { db: Db; who: string }>(true);
  yield* await Promise.resolve(db.db.rows);
}
same<ReturnType<typeof add>, number>(true);
mcp.tool(add, import.meta);
mcp.tool(add, import.meta, { name: "plus", annotations: { readOnlyHint: true }, timeout: 5 });
mcp.tool(add, import.meta, { output: z.int() }).tool(add, { url: "file:///add.ts" });
mcp.tool(open, import.meta).tool(taken, import.meta).tool(rows, import.meta);
mcp.tool(rows, import.meta, { output: z.array(z.number()) });
mcp.tool((a: number) => a, import.meta, { name: "inline" });
mcp.tool(async (a: number) => await Promise.resolve(a), import.meta, { name: "later" });
mcp.resource("data://rows", open, import.meta, { mimeType: "application/json" });
mcp.resource("weather://{city}", taken, import.meta, { complete: { city: (value) => [value] } });
mcp.prompt(taken, import.meta, { complete: { city: () => ["Rome"] } });
mcp.prompt(
  function* messages(topic: string) {
    yield topic;
    yield { role: "assistant" as const, content: topic };
  },
  import.meta,
);

// Code that is in a module has no handler; what it may touch stands in any form.
const module = new URL("./page.ts", import.meta.url);
mcp.tool("page", { module, permissions: { net: ["example.com"], read: [module] } });
mcp.tool("page", { module, export: "page", input: text, output: z.int(), timeout: 500 });
mcp.tool("page", { module: module.href, permissions: "none", pool: 2, warm: true });
mcp.tool("page", { module, permissions: "a set of deno.json", idleMs: 0, memoryMb: 64 });
mcp.tool("page", { module, permissions: "inherit" }).tool("cpu", { module, isolation: "process" });
mcp.resource("data://page", { module, permissions: { env: true }, mimeType: "text/plain" });
mcp.resource("page://{id}", { module, params: z.object({ id: z.int() }), timeout: 5 });
mcp.resource("page://{id}", { module, complete: { id: () => ["1"] } });
mcp.prompt("page", { module, args: text, complete: { a: () => [] }, isolation: "process" });
mcp.tool(add, import.meta, { permissions: { run: ["git"] }, isolation: "process", pool: 4 });
mcp.resource("data://rows", open, import.meta, { permissions: { ffi: true }, timeout: 5 });
mcp.prompt(taken, import.meta, { permissions: "none", memoryMb: 128 });
mcp.tool("here", { permissions: "inherit", isolation: "inline" }, () => 1);
const guarded: Permissions = { sys: ["hostname"], import: ["example.com"], write: false };
const settings: ToolModuleOptions = { module, permissions: guarded };
mcp.tool("page", settings);
new McpServer({ name: "types", version: "1.0.0", timeout: 500 });
// @ts-expect-error the module is missing
mcp.tool("page", { permissions: "none" });
// @ts-expect-error the module has the function
mcp.tool("page", { module }, () => 1);
// @ts-expect-error there is no such kind
mcp.tool("page", { module, permissions: { network: true } });
// @ts-expect-error a list has the hosts
mcp.tool("page", { module, permissions: { net: "example.com" } });
// @ts-expect-error there is no such isolation
mcp.tool("page", { module, isolation: "worker" });
// @ts-expect-error providers belong to the module
mcp.tool("page", { module, inject: { db: openDb } });
// @ts-expect-error there is no parameter to complete
mcp.resource("page://{id}", { module, complete: { town: () => [] } });
// @ts-expect-error there is no argument to complete
mcp.prompt("page", { module, args: text, complete: { b: () => [] } });
// @ts-expect-error a time limit is a number
mcp.prompt("page", { module, timeout: "5" });

// @ts-expect-error import.meta is missing
mcp.tool(add);
// @ts-expect-error a name is an option
mcp.tool(add, import.meta, "plus");
// @ts-expect-error options come last
mcp.tool(add, { name: "plus" }, import.meta);
// @ts-expect-error there is no such option
mcp.tool(add, import.meta, { nam: "plus" });
// @ts-expect-error the types say what goes in
mcp.tool(add, import.meta, { input: z.object({ a: z.int() }) });
// @ts-expect-error values are injected by depends
mcp.tool(add, import.meta, { inject: { db: openDb } });
// @ts-expect-error a number is no text
mcp.tool(add, import.meta, { output: z.string() });
// @ts-expect-error a class is no function
mcp.tool(Db, import.meta);
// @ts-expect-error a URI comes first
mcp.resource(taken, import.meta);
// @ts-expect-error there is no parameter town to complete
mcp.resource("weather://{city}", taken, import.meta, { complete: { town: () => [] } });
// @ts-expect-error the types say what the parameters are
mcp.resource("weather://{city}", taken, import.meta, { params: text });
// @ts-expect-error a number is no message
mcp.prompt(add, import.meta);
// @ts-expect-error a provider is a function
depends(5);
// @ts-expect-error a value is what its provider makes
taken({ city: "Rome", who: depends(openDb) });
