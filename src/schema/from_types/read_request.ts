import type { Reading } from "./reading.ts";
import type { Signature, SignatureRequest } from "./signature.ts";
import { ts } from "./typescript.ts";

export function readRequest(
  request: SignatureRequest,
  file: ts.SourceFile,
  reading: Reading,
): Signature | undefined {
  const { checker } = reading;
  const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)
    .find(({ name }) => name === request.functionName);
  if (!symbol) {
    reading.problems.push({ url: request.url, line: 1, column: 1, message: "no such function" });
    return;
  }
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
  return {
    parameters: signature.parameters.map(({ name }) => ({ kind: "argument", name })),
    input: {
      type: "object",
      properties: Object.fromEntries(signature.parameters.map((p) => [p.name, {
        description: checker.typeToString(
          checker.getTypeOfSymbol(p),
          undefined,
          ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
        ),
      }])),
    },
    output: {
      description: checker.typeToString(
        signature.getReturnType(),
        undefined,
        ts.TypeFormatFlags.NoTruncation,
      ),
    },
  };
}
