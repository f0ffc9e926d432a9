import assert from "node:assert/strict";
import type { Parameter } from "../../src/schema/from_types/signature.ts";
import type { Context } from "../../src/server/context.ts";
import { functionHandler } from "../../src/server/function_handler.ts";
import { ProviderError } from "../../src/server/errors.ts";
import { depends, type PlainFunction, type Use } from "../../mod.ts";

const ctx = { signal: new AbortController().signal } as Context;
const A: Parameter = { kind: "argument", name: "a" };
const CONTEXT: Parameter = { kind: "context" };
const injected = (name: string): Parameter => ({ kind: "injected", name });

/** A function that tells what it is called with, and on. */
function heard(this: unknown, ...values: unknown[]): unknown {
  return { on: this, values };
}

for (
  const [what, parameters, args, values] of [
    ["nothing", [], { a: 1 }, []],
    ["arguments in their places", [A, { kind: "argument", name: "b" }], { b: 2, a: 1 }, [1, 2]],
    ["undefined for one left out", [A, { kind: "argument", name: "b" }], { b: 2 }, [undefined, 2]],
    ["undefined for what only a prototype has", [{ kind: "argument", name: "toString" }], {}, [
      undefined,
    ]],
    ["null as it is", [A], { a: null }, [null]],
    ["all arguments in one", [{ kind: "arguments", injected: [] }], { a: 1 }, [{ a: 1 }]],
    ["the context where it stands", [CONTEXT, A], { a: 1 }, [ctx, 1]],
    ["what is injected as undefined", [A, injected("db"), CONTEXT], { a: 1 }, [1, undefined, ctx]],
    [
      "all arguments without what is injected",
      [{ kind: "arguments", injected: ["db"] }],
      { a: 1, db: () => {} },
      [{ a: 1 }],
    ],
  ] as [string, Parameter[], Record<string, unknown>, unknown[]][]
) {
  Deno.test(`functionHandler gives ${what}`, async () => {
    const called = await functionHandler(heard, parameters)(args, ctx);
    assert.deepEqual(called, { on: undefined, values });
  });
}

Deno.test("functionHandler has a second parameter only for who needs the context", () => {
  for (
    const [length, parameters] of [
      [1, []],
      [1, [A, { kind: "arguments", injected: [] }]],
      [2, [A, CONTEXT]],
      [2, [injected("db")]],
    ] as [number, Parameter[]][]
  ) assert.equal(functionHandler(heard, parameters).length, length);
});

/** Calls a function whose parameters are all injected, by values from providers that run at once. */
function call(fn: PlainFunction, ...names: string[]): Promise<unknown> {
  const use: Use = (provider) => Promise.resolve(provider(ctx, use));
  const handler = functionHandler(fn, names.map(injected));
  return handler({ [names[0]]: use }, ctx) as Promise<unknown>;
}

Deno.test("functionHandler: what a function throws goes on as it was thrown, and only once", async () => {
  let bodies = 0;
  const thrown = { some: "thing" };
  const fails = (_ = depends(() => 1)): never => {
    bodies++;
    throw thrown;
  };
  await assert.rejects(call(fails, "one"), (error) => error === thrown);
  assert.equal(bodies, 1);
  const nothing = () => Promise.reject();
  await assert.rejects(call((_ = depends(nothing)) => 1, "one"), (error) => {
    assert.ok(error instanceof ProviderError);
    assert.deepEqual([error.parameter, error.cause], ["one", undefined]);
    return true;
  });
});

Deno.test("functionHandler: a value goes to its own default, also where its provider is made anew", async () => {
  const fn = (a = depends(() => "a"), b = depends(() => "b"), c = depends(() => "c")) => a + b + c;
  assert.equal(await call(fn, "a", "b", "c"), "abc");
});

Deno.test("functionHandler: a default that hides what depends throws gets no value, and ends", async () => {
  const hidden = () => {
    try {
      return depends(() => "value");
    } catch {
      return "hidden";
    }
  };
  assert.equal(await call((value = hidden()) => value, "value"), "hidden");
});

Deno.test("functionHandler: depends in a body that hides its error makes nothing", async () => {
  let made = 0;
  const fn = (_ = depends(() => 1)) => {
    try {
      return depends(() => made++);
    } catch (error) {
      return (error as Error).name;
    }
  };
  assert.equal(await call(fn, "one"), "TypeError");
  assert.equal(made, 0);
});

Deno.test("functionHandler: an aborted call does not begin", async () => {
  const controller = new AbortController();
  const aborting = (_ = depends(() => controller.abort("gone"))) => assert.fail("began");
  const use: Use = (provider) => Promise.resolve(provider(ctx, use));
  const handler = functionHandler(aborting, [injected("one")]);
  const aborted = { ...ctx, signal: controller.signal };
  await assert.rejects(handler({ one: use }, aborted) as Promise<unknown>, (e) => e === "gone");
});
