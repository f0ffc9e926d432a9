import { type } from "arktype";
import assert from "node:assert/strict";
import type { Schema } from "@x/mcp";
import * as v from "valibot";
import { z } from "zod";
import { isSecretName, isSecretText } from "../../src/schema/check/secret.ts";
import { inputSchema } from "../../src/schema/component_schema.ts";

/** The lines that arguments are refused with. */
async function refusal(schema: Schema, args: unknown): Promise<readonly string[]> {
  return (await inputSchema(schema).check(args)).problems ?? [];
}

const properties = (properties: Record<string, unknown>) => ({ type: "object", properties });

Deno.test("secret: neither a number nor what is below a secret name is shown", async () => {
  const text = { type: "string" };
  const table: readonly (readonly [schema: Schema, args: unknown, line: string])[] = [
    [properties({ pin: text }), { pin: 1234 }, "pin: expected string, got a number"],
    [properties({ otp: text }), { otp: true }, "otp: expected string, got a boolean"],
    [properties({ size: text }), { size: 1234 }, "size: expected string, got number 1234"],
    [
      properties({ password: properties({ value: { type: "number" } }) }),
      { password: { value: "hunter2" } },
      "password.value: expected number, got string of 7 characters",
    ],
    [
      properties({ passwords: { type: "array", items: { type: "number" } } }),
      { passwords: ["hunter2"] },
      "passwords.0: expected number, got string of 7 characters",
    ],
    [
      properties({ door: { type: "string", writeOnly: true } }),
      { door: 1234 },
      "door: expected string, got a number",
    ],
    [
      properties({ door: { type: "string", format: "password", maxLength: 3 } }),
      { door: "hunter2" },
      "door: expected at most 3 characters, got string of 7 characters",
    ],
  ];
  for (const [schema, args, line] of table) assert.deepEqual(await refusal(schema, args), [line]);
});

Deno.test("isSecretText tells tokens, keys and passwords by what they look like", () => {
  const pem = ["-----BEGIN", "RSA PRIVATE", "KEY-----\nMIIEow"].join(" ");
  const secrets = [
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "  eyJhbGciOiJIUzI1NiJ9.e30.x",
    "Bearer abc",
    "Authorization: bearer abc",
    "Authorization: Basic dTpw",
    pem,
    `key: ${pem}`,
    "AKIA0123456789ABCDEF",
    "ASIA0123456789ABCDEF",
    "AIzaSyD-abc",
    "ya29.abc",
    "ghp_abc",
    "github_pat_abc",
    "glpat-abc",
    "xoxb-1-abc",
    "pk_live_abc",
    "rk_live_abc",
    "dop_v1_abc",
    "https://ada:hunter2@example.com",
    "https://token@example.com",
    "PASSWORD = hunter2",
    "user=ada;password:hunter2",
  ];
  for (const text of secrets) assert.equal(isSecretText(text), true, text);
  const plain = [
    "eyJ",
    "bearer",
    "a bearer",
    "forbearer abc",
    "basically so",
    "skill",
    "BEGIN here",
    "https://example.com/@ada",
    "my password is long",
    "hfx",
    "",
  ];
  for (const text of plain) assert.equal(isSecretText(text), false, text);
});

Deno.test("isSecretName tells secrets by words, not by letters", () => {
  for (const name of ["pin", "userPIN", "cardNumber", "SESSION_ID", "session", "accountNo"]) {
    assert.equal(isSecretName(name), true, name);
  }
  for (const name of ["spin", "pinned", "author", "tokenizer", "number", "sessions", "compass"]) {
    assert.equal(isSecretName(name), false, name);
  }
});

Deno.test("what an author says in a check of Valibot, ArkType or zod is what the caller reads", async () => {
  const words = "a must be less than b";
  const even = "an even number";
  const table: readonly (readonly [name: string, schema: Schema, args: unknown, line: string])[] = [
    [
      "Valibot check",
      v.pipe(v.object({ a: v.number(), b: v.number() }), v.check(({ a, b }) => a < b, words)),
      { a: 2, b: 1 },
      `${words}, got an object`,
    ],
    [
      "Valibot check of a field, over several lines",
      v.object({ a: v.pipe(v.number(), v.check((a) => a % 2 === 0, `must be\n  ${even}`)) }),
      { a: 1 },
      `a: must be ${even}, got number 1`,
    ],
    [
      "Valibot check without words",
      v.object({ a: v.pipe(v.number(), v.check((a) => a % 2 === 0)) }),
      { a: 1 },
      "a: expected what the tool's own check accepts, got number 1",
    ],
    [
      "ArkType narrow",
      type({ a: type("number").narrow((a, ctx) => a % 2 === 0 || ctx.mustBe(even)) }),
      { a: 1 },
      `a: must be ${even}, got number 1`,
    ],
    [
      "zod refine",
      z.object({ a: z.number().refine((a) => a % 2 === 0, `must be ${even}`) }),
      { a: 1 },
      `a: must be ${even}, got number 1`,
    ],
  ];
  for (const [name, schema, args, line] of table) {
    assert.deepEqual(await refusal(schema, args), [line], name);
  }
});
