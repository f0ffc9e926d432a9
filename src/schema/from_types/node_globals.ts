/**
 * Declarations of what Deno has from Node among its globals. Where a program uses more of it than
 * timers, `@types/node` takes their place; if that cannot be had, nothing is known of the rest.
 */
export const NODE_GLOBALS = `
interface Timeout {
  ref(): this;
  unref(): this;
  hasRef(): boolean;
  refresh(): this;
  close(): this;
  [Symbol.toPrimitive](): number;
  [Symbol.dispose](): void;
}
declare function setTimeout<Args extends any[]>(
  callback: string | ((...args: Args) => void),
  delay?: number,
  ...args: Args
): Timeout;
declare function setInterval<Args extends any[]>(
  callback: string | ((...args: Args) => void),
  delay?: number,
  ...args: Args
): Timeout;
declare function clearTimeout(timer?: Timeout | string | number | null): void;
declare function clearInterval(timer?: Timeout | string | number | null): void;
declare var process: any;
declare var Buffer: any;
declare var global: any;
declare function setImmediate<Args extends any[]>(
  callback: (...args: Args) => void,
  ...args: Args
): any;
declare function clearImmediate(immediate: any): void;
declare module "node:*";
`;

/** Whether a text uses more of Node than timers. */
export function usesNode(text: string): boolean {
  return /\bprocess\.|\b(?:Buffer|NodeJS|setImmediate|clearImmediate)\b/.test(text);
}
