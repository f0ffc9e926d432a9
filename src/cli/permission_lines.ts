import type { ComponentDescription, ServerDescription } from "../app/description.ts";
import type { RunHolder } from "../app/permissions_description.ts";
import { permissionText } from "../sandbox/permissions/permission_text.ts";

/** The longest text that stands in the table, in characters. */
const WIDEST = 32;

/** What a component may touch, as far as there is room in a table. */
export function permissionCell({ permissions }: ComponentDescription): string {
  const whole = textOf(permissions);
  return whole.length <= WIDEST || typeof permissions === "string"
    ? whole
    : `${Object.keys(permissions).join(", ")} (below)`;
}

/**
 * What a table has no room for, and what holds for all components together.
 *
 * @param module What is loaded into the server's process, if anything is
 */
export function permissionLines(
  { components, permissions }: ServerDescription,
  module: string | null,
): string[] {
  const inherits = "inherit means those that the server is started with";
  if (permissions.run.length === 0) return [`Permissions: ${inherits}.`];
  const isInherited = components.some(({ permissions }) => permissions === "inherit");
  const inside = [
    ...(module === null ? [] : [module]),
    ...(isInherited ? ["all that is inline"] : []),
  ];
  const long = components.filter((component) =>
    permissionCell(component) !== textOf(component.permissions)
  );
  return [
    "",
    "Permissions:",
    ...long.map(({ kind, key, permissions }) =>
      `  ${kind} ${JSON.stringify(key)}: ${textOf(permissions)}`
    ),
    `  all together: ${textOf(permissions.union)}`,
    ...permissions.run.map((holder) => `  may start programs: ${runLine(holder, inside)}`),
    ...(isInherited ? [`  ${inherits}`] : []),
  ];
}

function textOf(permissions: ComponentDescription["permissions"]): string {
  return typeof permissions === "string"
    ? permissions
    : permissionText(permissions, `${Deno.cwd()}/`);
}

function runLine({ kind, key, programs }: RunHolder, inside: readonly string[]): string {
  const which = programs === true ? "any" : programs.join(", ");
  return kind === "server"
    ? `the server (${which})` +
      (inside.length === 0 ? "" : `, whose process also runs ${inside.join(", and ")}`)
    : `${kind} ${JSON.stringify(key)} (${which})`;
}
