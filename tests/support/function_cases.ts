import { findFunction } from "../../src/schema/from_types/find_function.ts";
import { readFunction } from "../../src/schema/from_types/read_function.ts";
import type { Signature, SignatureRequest } from "../../src/schema/from_types/signature.ts";
import { ROOT } from "./server_process.ts";
import { typedSource } from "./typed_source.ts";

/** What comes of a source: the signature that was read, and problems as `line:column message`. */
export interface ReadSource {
  readonly signature: Signature | undefined;
  readonly problems: readonly string[];
}

/** What every source has, after its own lines. */
const AROUND = `
import type { CallToolResult, ContentBlock, Context, InputRequired, Media } from "@x/mcp";
import { file, image, result } from "@x/mcp";
import * as served from "@x/mcp";
import { depends } from "${ROOT.pathname}src/server/depends.ts";
declare const mcp: any;
`;

const DEPENDS = `export function depends<Value>(provider: () => Value | Promise<Value>): Value {
  throw provider;
}
`;

/**
 * Reads the function `f` of each source, all of one program.
 *
 * @param sources Texts by any names; each registers its `f` by itself
 * @param kind What it is registered as
 */
export function readSources(
  sources: Readonly<Record<string, string>>,
  kind: SignatureRequest["kind"] = "tool",
): Map<string, ReadSource> {
  const names = Object.keys(sources);
  const pathOf = (name: string) => `/source/case_${names.indexOf(name)}.ts`;
  const call = kind === "resource"
    ? `mcp.resource("data://f", f, import.meta)`
    : `mcp.${kind}(f, import.meta)`;
  const { reading, file } = typedSource({
    [`${ROOT.pathname}src/server/depends.ts`]: DEPENDS,
    ...Object.fromEntries(
      names.map((name) => [pathOf(name), `${sources[name]}${AROUND}${call};\n`]),
    ),
  });
  return new Map(names.map((name) => {
    reading.problems.length = 0;
    const request = {
      url: "",
      kind,
      key: kind === "resource" ? "data://f" : "f",
      functionName: "f",
    };
    const source = file(pathOf(name));
    let found;
    for (let length = 0; found === undefined && length < 12; length++) {
      reading.problems.length = 0;
      found = findFunction({ ...request, length }, source, reading);
    }
    const signature = found && readFunction(found, kind, reading);
    const problems = reading.problems.map(({ line, column, message }) =>
      `${line}:${column} ${message}`
    );
    return [name, { signature, problems }];
  }));
}
