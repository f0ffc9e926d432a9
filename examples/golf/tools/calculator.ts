/**
 * A simple calculator tool.
 *
 * @module
 */

/**
 * @param a First number. @integer
 * @param b Second number. @integer
 * @returns The sum, or the difference. @integer
 */
export default function calculate(
  a: number,
  b: number,
  operation: "add" | "subtract" = "add",
): number {
  return operation === "add" ? addNumbers(a, b) : subtractNumbers(a, b);
}

function addNumbers(a: number, b: number): number {
  return a + b;
}

function subtractNumbers(a: number, b: number): number {
  return a - b;
}
