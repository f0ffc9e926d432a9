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

/** What a table has no room for, and what holds for all components together. */
export function permissionLines({ components, permissions }: ServerDescription): string[] {
  const inherits = "inherit means those that the server is started with";
  if (permissions.run.length === 0) return [`Permissions: ${inherits}.`];
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
    ...permissions.run.map((holder) => `  may start programs: ${runLine(holder)}`),
    ...(components.some(({ isolation }) => isolation === "inline") ? [`  ${inherits}`] : []),
  ];
}

function textOf(permissions: ComponentDescription["permissions"]): string {
  return typeof permissions === "string"
    ? permissions
    : permissionText(permissions, `${Deno.cwd()}/`);
}

function runLine({ kind, key, programs }: RunHolder): string {
  const which = programs === true ? "any" : programs.join(", ");
  return kind === "server"
    ? `the server (${which}), whose process also runs its own module, and all that is inline`
    : `${kind} ${JSON.stringify(key)} (${which})`;
}
