/** Whether a value is a list whose every item passes a test; what a list leaves out is undefined. */
export function isListOf(value: unknown, passes: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && Array.from(value).every(passes);
}
