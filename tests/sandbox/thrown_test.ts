import assert from "node:assert/strict";
import { ContentError } from "../../src/content/content_error.ts";
import {
  AbortedError,
  ErrorCode,
  failure,
  type LogEntry,
  notFoundAnswer,
  ProtocolError,
  ProviderError,
  ResourceNotFoundError,
  ResultError,
  SandboxError,
  UserError,
} from "../../src/server/errors.ts";
import { fromThrown, toThrown, unreadThrown } from "../../src/sandbox/thrown.ts";

const WHAT = 'Tool "x"';

/** Something thrown as it arrives on the other side. */
function crossed(thrown: unknown): unknown {
  return fromThrown(JSON.parse(JSON.stringify(toThrown(thrown))), WHAT);
}

/** What clients learn of it, and what the log does. */
function told(thrown: unknown, verbose: boolean) {
  const entries: LogEntry[] = [];
  const era = "modern";
  const { text, protocol } = failure(thrown, WHAT, {
    era,
    verbose,
    report: (entry) => entries.push(entry),
  });
  return {
    text: text?.replace(/error id \w+/, "error id"),
    protocol: protocol && { ...protocol, message: protocol.message },
    entries: entries.map(({ level, message }) => ({ level, message })),
    logged: entries.map(({ error }) =>
      error instanceof Error ? [error.name, error.message, error.stack] : error
    ),
  };
}

class Foreign extends Error {
  override name = "UserError";
}

class Own extends Error {
  override name = "SandboxError";
}

const SAME: Readonly<Record<string, () => unknown>> = {
  "an error": () => new Error("no"),
  "an error of a class of the language": () => new RangeError("far"),
  "an error with a name of its own": () => Object.assign(new Error("x"), { name: "Custom" }),
  "an error with a cause": () => new Error("outer", { cause: new TypeError("inner") }),
  "an error without a stack": () => Object.assign(new Error("x"), { stack: undefined }),
  "a UserError": () => new UserError("Give a state."),
  "a UserError of another copy": () => new Foreign("Give a state."),
  "a UserError caused by a denial": () => new UserError("Give it.", { cause: denied() }),
  "a ProtocolError": () => new ProtocolError(-32602, "bad", { uri: "x", n: 1 }),
  "a ProtocolError of a reserved code": () => new ProtocolError(-32050, "bad", [1]),
  "a ProtocolError of the SDK": () =>
    Object.assign(new Error("bad"), { name: "ProtocolError", code: 5, data: { a: 1 } }),
  "a ProtocolError without a code": () =>
    Object.assign(new Error("bad"), { name: "ProtocolError" }),
  "an AbortedError": () => new AbortedError("timed_out", "It took too long"),
  "a ResultError": () => new ResultError("It cannot be sent.", "it is a promise"),
  "a SandboxError": () => new SandboxError("It cannot run"),
  "a failed provider": () => new ProviderError("db", new Error("down")),
  "a provider that told": () => new ProviderError("db", new UserError("Log in first.")),
  "providers of providers": () => new ProviderError("a", new ProviderError("b", new Error("x"))),
  "text": () => "just text",
  "an error that only looks like one of ours": () => new Own("trust me"),
};

for (const [what, make] of Object.entries(SAME)) {
  for (const verbose of [false, true]) {
    Deno.test(`${what} that a sandbox throws is told ${verbose ? "verbosely " : ""}as one of here`, () => {
      const thrown = make();
      const here = told(thrown, verbose);
      const there = told(crossed(thrown), verbose);
      // Classes of ours need no stack, and names that are ours alone are taken from others.
      const plain = thrown instanceof Own || what.includes("without a");
      if (plain) here.logged = there.logged = [];
      assert.deepEqual(there, here);
    });
  }
}

Deno.test("causes cross with their names and stacks", () => {
  const thrown = new Error("outer", { cause: new TypeError("inner", { cause: "root" }) });
  const { cause } = crossed(thrown) as Error;
  assert.ok(cause instanceof Error);
  assert.deepEqual(
    [cause.name, cause.message, cause.stack, cause.cause],
    ["TypeError", "inner", (thrown.cause as Error).stack, "root"],
  );
});

Deno.test("only so many causes cross, also when an error is its own", () => {
  const error = new Error("again");
  error.cause = error;
  let depth = 0;
  for (let at = crossed(error) as Error; at.cause !== undefined; at = at.cause as Error) depth++;
  assert.equal(depth, 8);
});

function denied(target = ' to "/etc/passwd"'): Error {
  return Object.assign(
    new Error(`Requires read access${target}, run again with the --allow-read flag`),
    { name: "NotCapable" },
  );
}

Deno.test("a denied operation says what was denied, and what to declare", () => {
  for (
    const [thrown, text] of [
      [
        denied(),
        'Tool "x" may not access read "/etc/passwd"; to allow it, declare permissions: { read: ["/etc/passwd"] }',
      ],
      [
        denied(""),
        'Tool "x" may not access read; to allow it, declare permissions: { read: true }',
      ],
      [
        new Error("cannot start", { cause: denied() }),
        'Tool "x" may not access read "/etc/passwd"; to allow it, declare permissions: { read: ["/etc/passwd"] }',
      ],
      [
        new ProviderError("db", denied()),
        'Tool "x": the provider of "db" may not access read "/etc/passwd"; to allow it, declare permissions: { read: ["/etc/passwd"] }',
      ],
    ] as const
  ) {
    assert.equal(told(crossed(thrown), false).text, text);
  }
});

Deno.test("a value that cannot be packed is told as one that cannot be sent", () => {
  const error = crossed(new ContentError("a: a promise is no data")) as ResultError;
  assert.ok(error instanceof ResultError);
  assert.equal(
    error.message,
    'Tool "x" returned a value that cannot be sent: a: a promise is no data.',
  );
  assert.equal(error.detail, "a: a promise is no data");
});

Deno.test("a resource that is not there stays that, whatever kept it from being read", () => {
  const missing = new ResourceNotFoundError("no row", { cause: denied() });
  const answer = notFoundAnswer(crossed(missing), "data://x", "modern") as ProtocolError;
  assert.equal(answer.code, ErrorCode.InvalidParams);
});

Deno.test("whatever is thrown can be told", () => {
  const bad = () => {
    throw new Error("accessor");
  };
  const proxy = new Proxy(new Error("x"), { get: bad, getPrototypeOf: bad });
  const values: unknown[] = [
    undefined,
    null,
    5n,
    Symbol("x"),
    () => {},
    { a: 1 },
    proxy,
    Object.defineProperty(new Error(), "message", { get: bad }),
    Object.defineProperty(new Error(), "stack", { get: bad }),
    Object.defineProperty(new Error(), "cause", { get: bad }),
    Object.defineProperty(new Error(), "name", { get: bad }),
    Object.assign(new Error(), { message: { toString: bad } }),
    Object.assign(new Error("x"), { name: Symbol("x") }),
    { [Symbol.for("Deno.customInspect")]: bad },
    new ProtocolError(5, "x", 5n),
    new ProtocolError(5, "x", new Proxy({}, { get: bad, ownKeys: bad })),
    Object.assign(new Error("x"), { stack: 5, cause: proxy }),
    "x".repeat(1_000_000),
    Object.assign(new Error("x"), { stack: "x".repeat(1_000_000) }),
  ];
  for (const value of values) {
    const text = JSON.stringify(toThrown(value));
    assert.ok(text.length < 250_000);
    const there = fromThrown(JSON.parse(text), WHAT);
    assert.ok(there instanceof Error || typeof there === "string", text);
    told(there, true);
  }
  assert.match((crossed({ a: 1 }) as Error).stack!, /a: 1/);
});

Deno.test("whatever comes for something thrown can be made into an error", () => {
  let deep: unknown = {};
  for (let i = 0; i < 100_000; i++) deep = { name: "ProviderError", parameter: "x", cause: deep };
  const hostile: unknown[] = [
    undefined,
    null,
    5,
    [],
    {},
    { name: 5, message: 5, stack: 5, cause: 5 },
    { name: "__proto__", message: "x" },
    { name: "ProtocolError", message: "x", code: "5" },
    { name: "AbortedError", message: "x", data: "gone" },
    { name: "ProviderError", message: "x", parameter: { toString: 5 } },
    { name: "ProviderError" },
    { denial: { kind: "all" } },
    { denial: { kind: "read", target: 5 } },
    { denial: 5, message: "x" },
    { name: "", message: {} },
    deep,
  ];
  for (const value of hostile) {
    const error = fromThrown(value, WHAT);
    assert.ok(error instanceof Error);
    told(error, true);
  }
  assert.deepEqual(
    (fromThrown({ denial: { kind: "read", target: 5 } }, WHAT) as Error).message,
    'Tool "x" may not access read; to allow it, declare permissions: { read: true }',
  );
});

Deno.test("a sandbox learns of a resource that was not read what clients would, and no more", () => {
  const told = (thrown: unknown) => unreadThrown(thrown, "data://x");
  const secret = new Error("postgres://user:password@host", { cause: new Error("password") });
  assert.deepEqual(told(secret), { name: "Error", message: "Cannot read data://x" });
  assert.deepEqual(told(new ProviderError("db", secret)), told(secret));
  assert.deepEqual(told(denied()), told(secret));
  assert.deepEqual(told("password"), told(secret));
  assert.deepEqual(told(new UserError("Log in first.", { cause: secret })), {
    name: "UserError",
    message: "Log in first.",
  });
  assert.deepEqual(told(new ProtocolError(-32602, "Resource not found", { uri: "data://x" })), {
    name: "ProtocolError",
    message: "Resource not found",
    code: -32602,
    data: { uri: "data://x" },
  });
});
