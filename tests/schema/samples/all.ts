import { toStandardJsonSchema } from "@valibot/to-json-schema";
// Nothing imports this converter; it is loaded by its name, and has to be there.
import "zod-to-json-schema";
import arktype from "./arktype.ts";
import type { Samples } from "./listing.ts";
import typebox from "./typebox.ts";
import typebox034 from "./typebox_034.ts";
import valibot from "./valibot.ts";
import zod from "./zod.ts";
import zod3 from "./zod3.ts";
import zodMini from "./zod_mini.ts";

/** The shared set of schemas, as each library writes them. */
export const libraries = {
  arktype,
  typebox,
  typebox_034: typebox034,
  valibot: Object.fromEntries(
    Object.entries(valibot).map(([name, schema]) => [name, toStandardJsonSchema(schema)]),
  ),
  zod,
  zod3,
  zod_mini: zodMini,
} as Readonly<Record<string, unknown>> as Readonly<Record<string, Samples>>;
