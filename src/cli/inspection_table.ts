import { modeOf } from "../app/announce.ts";
import type { ServerDescription } from "../app/description.ts";
import { printable } from "../server/printable.ts";
import { columns } from "./command.ts";
import type { InspectedComponent, Origin } from "./inspection.ts";
import { permissionCell, permissionLines } from "./permission_lines.ts";

/** What `inspect` prints for people. */
export function inspectionTable(
  { module }: Origin,
  server: ServerDescription,
  components: readonly InspectedComponent[],
): string {
  const rows = components.map((component) => {
    const { kind, key, name, enabled, tokens, isolation, tags } = component;
    return [
      kind,
      kind === "resource" && name !== key ? `${key} (${name})` : key,
      String(tokens),
      isolation,
      permissionCell(component),
      [...(enabled ? [] : ["(disabled)"]), ...tags].join(" "),
    ];
  });
  const tools = components.filter(({ kind, enabled }) => kind === "tool" && enabled);
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const warnings = components.flatMap(({ kind, key, warnings }) =>
    warnings.map((warning) => `  ${kind} ${JSON.stringify(key)}: ${warning}`)
  );
  return [
    `${server.title ?? server.name} (${server.name} ${server.version})`,
    ...(server.description === undefined ? [] : [server.description]),
    "",
    ...(rows.length === 0
      ? ["It has no components yet: add one with mcp.tool(…), or as a file such as tools/hello.ts."]
      : columns([["KIND", "NAME", "TOKENS", "RUNS", "PERMISSIONS", "TAGS"], ...rows])),
    "",
    tools.length === 1
      ? `1 tool takes about ${total} tokens of a model's context.`
      : `${tools.length} tools take about ${total} tokens of a model's context.`,
    `Over HTTP, at …${server.http.path}: ${modeOf(server.http.mode.legacy === "sessions")}.`,
    ...permissionLines(server, module),
    ...(warnings.length === 0 ? [] : ["", "Warnings:", ...warnings]),
    "",
  ].map(printable).join("\n");
}
