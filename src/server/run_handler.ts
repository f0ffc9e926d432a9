import type { Code, Component } from "./component.ts";
import type { CallContext } from "./context.ts";
import { ArgumentError, type Report } from "./errors.ts";
import { type Injection, injectionOf } from "./inject.ts";
import { returned } from "./returned.ts";
import { timeLimit } from "./time_limit.ts";

/** How what comes of a handler is answered. */
export interface Answering<Answer> {
  /** Makes the answer of what it gave in the end. */
  readonly answer: (value: unknown) => Promise<Answer>;
  /** Makes the error for arguments that the component's own module refuses. */
  readonly refused: (problems: readonly string[]) => Error;
}

/**
 * Runs the handler of a component: within its time, and with the values of its providers, which live
 * until its answer is made.
 *
 * @param what The component, such as `Tool "add"`
 * @param args What it is called with, checked and converted
 * @throws {AbortedError} when the time limit passes
 * @throws whatever the handler throws, or its providers
 */
export async function runHandler<Answer>(
  component: Component,
  what: string,
  args: unknown,
  ctx: CallContext,
  report: Report,
  { answer, refused }: Answering<Answer>,
): Promise<Answer> {
  using limit = timeLimit(what, component.timeout, ctx);
  const { kind, key, load } = component;
  try {
    const code = load === undefined ? component : await limit.within(load());
    const { parseArguments } = code;
    const parsed = parseArguments === undefined ? args : await limit.within(parseArguments(args));
    await using injection = injectionOf({ kind, key, inject: code.inject }, ctx, report);
    return await limit.within(run(code, parsed, ctx, injection, answer));
  } catch (error) {
    throw error instanceof ArgumentError ? refused(error.problems) : error;
  }
}

async function run<Answer>(
  { handler, parseResult }: Code,
  args: unknown,
  ctx: CallContext,
  injection: Injection | undefined,
  answer: (value: unknown) => Promise<Answer>,
): Promise<Answer> {
  const given = await injection?.into(args) ?? args;
  const value = await returned(handler(given as never, ctx), ctx);
  return await answer(parseResult === undefined ? value : await parseResult(value));
}
