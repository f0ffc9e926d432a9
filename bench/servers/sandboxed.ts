/** The small tool, for a sandbox. */
export default ({ a, b }: { a: number; b: number }): number => a + b;
