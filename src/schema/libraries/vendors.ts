import { arktype } from "./from_arktype.ts";
import { typebox } from "./from_typebox.ts";
import { valibot } from "./from_valibot.ts";
import { zod } from "./from_zod.ts";
import { zodCore } from "./from_zod_core.ts";
import { zod3 } from "./from_zod3.ts";
import { isStandardSchema, type Schema, type StandardSchema } from "../standard_schema.ts";
import { told, type Vendor } from "./vendor.ts";

/** Libraries whose schemas need more than what the standard says, told by what they look like. */
const KNOWN: readonly Vendor[] = [zod, zodCore, zod3, arktype, valibot, typebox];

/** The library that a schema is from; none for plain JSON Schema. */
export function vendorOf(schema: unknown): Vendor | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return;
  const known = KNOWN.find(({ made }) => made(schema));
  if (known !== undefined) return known;
  return isStandardSchema(schema) ? other(schema["~standard"].vendor) : undefined;
}

/** Any library that shows its schemas as the standard says. */
function other(name: string): Vendor {
  return {
    name,
    made: isStandardSchema,
    convert: (schema: Schema, side) => {
      const { jsonSchema } = (schema as StandardSchema)["~standard"];
      if (jsonSchema === undefined) {
        throw new TypeError(
          `this ${name} schema cannot be shown as JSON Schema; use a library that implements ` +
            "Standard JSON Schema (zod 4.2 or later, ArkType, …) or write plain JSON Schema",
        );
      }
      return told(name, () => jsonSchema[side]({ target: "draft-2020-12" }));
    },
  };
}
