import type { Component } from "./component.ts";
import type { CallContext } from "./context.ts";
import type { Report } from "./errors.ts";
import { type Injection, injectionOf } from "./inject.ts";
import { returned } from "./returned.ts";
import { timeLimit } from "./time_limit.ts";

/**
 * Runs the handler of a component: within its time, and with the values of its providers, which live
 * until its answer is made.
 *
 * @param what The component, such as `Tool "add"`
 * @param args What it is called with, checked and converted
 * @param answer Makes the answer of what it gave in the end
 * @throws {AbortedError} when the time limit passes
 * @throws whatever the handler throws, or its providers
 */
export async function runHandler<Answer>(
  component: Component,
  what: string,
  args: unknown,
  ctx: CallContext,
  report: Report,
  answer: (value: unknown) => Promise<Answer>,
): Promise<Answer> {
  using limit = timeLimit(what, component.timeout, ctx);
  const { kind, key, load } = component;
  const { handler, inject } = load === undefined ? component : await limit.within(load());
  await using injection = injectionOf({ kind, key, inject }, ctx, report);
  return await limit.within(run(handler, args, ctx, injection, answer));
}

async function run<Answer>(
  handler: Component["handler"],
  args: unknown,
  ctx: CallContext,
  injection: Injection | undefined,
  answer: (value: unknown) => Promise<Answer>,
): Promise<Answer> {
  const given = await injection?.into(args) ?? args;
  return await answer(await returned(handler(given as never, ctx), ctx));
}
