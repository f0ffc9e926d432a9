/** Unlike an assignment, this takes `__proto__` for a key like any other. */
export function define(record: object, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
