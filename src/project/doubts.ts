import { isRecord } from "../schema/json_schema.ts";
import type { PermissionKind, PermissionSet } from "../server/permissions.ts";
import type { ProjectComponent } from "../server/project_manifest.ts";
import type { ToolAnnotations } from "../server/tool.ts";
import { pathName } from "./path_name.ts";

/** Something doubtful, and the export that says it, if one does. */
export interface Doubt {
  readonly about: string;
  readonly message: string;
}

/** Kinds of permissions by which nothing is changed. */
const READING: readonly string[] = ["read", "env", "sys"] satisfies PermissionKind[];
/** Kinds by which something can be. */
const CHANGING = ["write", "run"] as const satisfies PermissionKind[];

/**
 * What is doubtful about a component that is right all the same.
 *
 * @param set What its sandbox may touch; none where it has no sandbox
 */
export function doubts(component: ProjectComponent, set: PermissionSet | undefined): Doubt[] {
  const changing = CHANGING.filter((kind) => set?.[kind] !== undefined);
  const found = nameDoubts(component);
  if (component.kind === "tool") found.push(...toolDoubts(component, set, changing));
  if (component.kind === "resource" && changing.length > 0) {
    found.push({
      about: "permissions",
      message: `a resource only reads, and this one declares ${changing.join(" and ")}: ` +
        "make it a tool",
    });
  }
  return found;
}

/** Files that stand for their folder elsewhere. */
const OF_FOLDER = /\/(?:index|mod)\.\w+$/;

function nameDoubts({ kind, key, file, options }: ProjectComponent): Doubt[] {
  const name = kind === "resource" ? options.name : key;
  if (!OF_FOLDER.test(file) || name !== pathName(file).name) return [];
  const message = `its file makes the name ${JSON.stringify(name)}: call the file by what the ` +
    `${kind} does, or write export const name = …`;
  return [{ about: "", message }];
}

function toolDoubts(
  { options, input }: ProjectComponent,
  set: PermissionSet | undefined,
  changing: readonly string[],
): Doubt[] {
  const found: Doubt[] = [];
  const hints: ToolAnnotations = isRecord(options.annotations) ? options.annotations : {};
  if (takesNothing(input) && onlyReads(hints, set)) {
    found.push({
      about: "default",
      message: "takes no arguments and only reads: a resource would do, in resources/",
    });
  }
  if (hints.readOnlyHint !== true) return found;
  const beside = [
    ...(hints.destructiveHint === true ? ["destructiveHint: true"] : []),
    ...(hints.idempotentHint === false ? ["idempotentHint: false"] : []),
    ...changing.map((kind) => `permissions to ${kind}`),
  ];
  for (const other of beside) {
    found.push({
      about: "annotations",
      message: `readOnlyHint: true contradicts ${other}: leave one of the two out`,
    });
  }
  return found;
}

function takesNothing(input: ProjectComponent["input"]): boolean {
  if (input === undefined) return true;
  const { properties, patternProperties, additionalProperties, anyOf, oneOf, allOf, $ref } = input;
  const isOpen = [patternProperties, anyOf, oneOf, allOf, $ref].some((each) => each !== undefined);
  return !isOpen && !isRecord(additionalProperties) &&
    Object.keys(isRecord(properties) ? properties : {}).length === 0;
}

function onlyReads({ readOnlyHint }: ToolAnnotations, set: PermissionSet | undefined): boolean {
  if (readOnlyHint !== undefined) return readOnlyHint;
  const kinds = Object.keys(set ?? {});
  return kinds.length > 0 && kinds.every((kind) => READING.includes(kind));
}
