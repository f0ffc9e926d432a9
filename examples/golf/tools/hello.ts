/**
 * Hello World tool example.
 *
 * @module
 */

interface Output {
  message: string;
}

/**
 * @param name The name of the person to greet
 * @param greeting The greeting phrase to use
 */
export default function hello(name = "World", greeting = "Hello"): Output {
  return { message: `${greeting}, ${name}!` };
}
