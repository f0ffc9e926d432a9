/**
 * The TypeScript compiler, for the process that reads signatures; no other process loads it. The
 * specifier is written out, since that process runs without any configuration.
 *
 * @module
 */
export { default as ts } from "npm:typescript@6.0.3";
