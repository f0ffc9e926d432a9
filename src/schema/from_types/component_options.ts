import type { ComponentRequest, SchemaExport } from "./component_file.ts";
import type { Exported } from "./component_exports.ts";
import {
  bare,
  initializerOf,
  literalOf,
  memberOf,
  MOST_HOPS,
  resolved,
  textOfName,
} from "./literal.ts";
import { isAuthors, isPlatform } from "./origins.ts";
import { formFault } from "./option_forms.ts";
import { note, type Reading } from "./reading.ts";
import { ts } from "./typescript.ts";

type Kind = ComponentRequest["kind"];

const OF_ALL = [
  "name",
  "title",
  "tags",
  "enabled",
  "permissions",
  "isolation",
  "timeout",
  "pool",
  "warm",
  "idleMs",
  "memoryMb",
  "icons",
  "meta",
];

/** What the file of a component may export to be read without running it. */
export const OPTIONS: Readonly<Record<Kind, readonly string[]>> = {
  tool: [...OF_ALL, "annotations", "validation"],
  resource: ["uri", "mimeType", ...OF_ALL, "annotations"],
  prompt: OF_ALL,
};

/** The schemas that the file of a component may export. */
export const SCHEMAS: Readonly<Record<Kind, readonly SchemaExport[]>> = {
  tool: ["input", "output"],
  resource: ["input"],
  prompt: ["input"],
};

/** Numbers of milliseconds, of which any may be without end. */
const TIMES: readonly string[] = ["timeout", "idleMs"];

/** How an export is written. */
const EXAMPLES: Readonly<Record<string, string>> = {
  name: '"get_weather"',
  title: '"Weather"',
  tags: '["weather"]',
  enabled: "false",
  annotations: "{ readOnlyHint: true }",
  permissions: '{ net: ["api.example.com"] }',
  isolation: '"process"',
  timeout: "30_000",
  pool: "2",
  warm: "true",
  idleMs: "60_000",
  memoryMb: "256",
  icons: '[{ src: "https://example.com/icon.png" }]',
  meta: '{ "example.com/team": "weather" }',
  validation: '"strict"',
  uri: '"data://config"',
  mimeType: '"application/json"',
};

function exampleOf(kind: Kind, name: string): string {
  const isOfContent = kind === "resource" && name === "annotations";
  return isOfContent ? '{ audience: ["user"] }' : EXAMPLES[name];
}

/**
 * The values of the options that a file exports.
 *
 * @param reading Hears of those that are not written out, at their places
 */
export function readOptions(
  kind: Kind,
  exported: readonly Exported[],
  reading: Reading,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const name of OPTIONS[kind]) {
    const option = exported.find((each) => each.name === name);
    const literal = option && valueOf(kind, option, reading);
    if (literal !== undefined) options[name] = literal.value;
  }
  return options;
}

function valueOf(
  kind: Kind,
  { name, symbol, at }: Exported,
  reading: Reading,
): { readonly value: unknown } | undefined {
  const refuse = (place: ts.Node, how: string, more = "") =>
    void note(
      reading,
      isAuthors(place, reading) ? place : at,
      `${name} has to be ${how}, since it is read without running the file: ${more}` +
        `write it here, as in export const ${name} = ${exampleOf(kind, name)}`,
    );
  const declaration = symbol.valueDeclaration;
  const isVariable = declaration !== undefined && ts.isVariableDeclaration(declaration) &&
    ts.isIdentifier(declaration.name) && declaration.initializer !== undefined;
  if (!isVariable) return refuse(at, "written out");
  const initializer = initializerOf(symbol, reading);
  if (initializer === undefined) return refuse(at, "a constant");
  const foreign = isAuthors(declaration, reading) ? foreignPart(initializer, reading) : at;
  if (foreign !== undefined) return refuse(foreign, "written out in a file of yours");
  if (TIMES.includes(name) && isInfinity(initializer, reading)) return { value: "Infinity" };
  const literal = literalOf(initializer, reading);
  if (literal === undefined) {
    const place = computedPart(initializer, reading);
    return refuse(place, "written out", instead(place, reading));
  }
  const fault = formFault(kind, name, literal.value, exampleOf(kind, name));
  if (fault === undefined) return literal;
  note(reading, at, fault);
}

/** Whether an expression, or the constant that it names, is `Infinity`. */
function isInfinity(expression: ts.Expression, reading: Reading, hops = 0): boolean {
  const node = bare(expression);
  const symbol = ts.isIdentifier(node) ? reading.checker.getSymbolAtLocation(node) : undefined;
  if (symbol?.name === "Infinity") return isPlatform(symbol, reading);
  const initializer = hops < MOST_HOPS ? initializerOf(symbol, reading) : undefined;
  return initializer !== undefined && isInfinity(initializer, reading, hops + 1);
}

/** The part of an expression, or of its types, that stands in a module of others, which may change unseen. */
function foreignPart(
  node: ts.Node,
  reading: Reading,
  seen = new Set<ts.Node>(),
): ts.Node | undefined {
  const { checker } = reading;
  if (!ts.isIdentifier(node)) {
    return ts.forEachChild(node, (child) => foreignPart(child, reading, seen));
  }
  const named = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const symbol = named && resolved(named, reading);
  const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
  if (
    declaration === undefined || seen.has(declaration) || isPlatform(symbol, reading) ||
    reading.isOurs(declaration.getSourceFile())
  ) return undefined;
  if (!isAuthors(declaration, reading)) return node;
  seen.add(declaration);
  return ts.isSourceFile(declaration) ? undefined : foreignPart(declaration, reading, seen);
}

/** The smallest part of an expression that is not written out. */
function computedPart(expression: ts.Expression, reading: Reading): ts.Node {
  const node = bare(expression);
  if (ts.isArrayLiteralExpression(node)) {
    const item = node.elements.find((item) => literalOf(item, reading) === undefined);
    return item === undefined ? node : computedPart(item, reading);
  }
  if (!ts.isObjectLiteralExpression(node)) return node;
  const member = node.properties.find((member) => memberOf(member, reading) === undefined);
  const isNamed = member !== undefined && ts.isPropertyAssignment(member) &&
    textOfName(member.name) !== undefined;
  return isNamed ? computedPart(member.initializer, reading) : member ?? node;
}

/** What else helps where an object or a list is called by its name. */
function instead(place: ts.Node, reading: Reading): string {
  const { checker } = reading;
  const symbol = ts.isShorthandPropertyAssignment(place)
    ? checker.getShorthandAssignmentValueSymbol(place)
    : ts.isIdentifier(place)
    ? checker.getSymbolAtLocation(place)
    : undefined;
  const initializer = initializerOf(symbol, reading);
  const isWritten = initializer !== undefined && literalOf(initializer, reading) !== undefined;
  return isWritten ? `end the value of ${symbol!.name} with "as const", or ` : "";
}
