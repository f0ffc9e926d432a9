import "@hyperjump/json-schema/formats";
import { setShouldValidateFormat } from "@hyperjump/json-schema/draft-2020-12";
import assert from "node:assert/strict";
import { toJson } from "../../src/content/json.ts";
import { inputSchema, outputSchema } from "../../src/schema/component_schema.ts";
import { type MarkedType, TYPE_MARK } from "../../src/schema/from_types/signature.ts";
import { FORMS } from "../../src/schema/marked_types.ts";
import { signatureSchema } from "../../src/schema/signature_schema.ts";
import { Random } from "../support/http_random.ts";
import { randomWritten, SCALARS } from "../support/random_marked.ts";
import { referee } from "../support/referee.ts";

type Node = Record<string, unknown>;

/** What is sent, what arrives, and what is sent back where that is written otherwise. */
type Accepted = readonly [sent: unknown, arrives: unknown, back?: unknown];

interface Row {
  readonly more?: Node;
  readonly accepted: readonly Accepted[];
  readonly refused: readonly unknown[];
  /** What is expected, as messages say it. */
  readonly expected: string;
  /** What only lenient validation takes, and the text that it is taken for. */
  readonly lenient?: readonly (readonly [sent: unknown, taken: unknown])[];
}

const { Instant, ZonedDateTime, PlainDateTime, PlainDate } = Temporal;
const { PlainTime, PlainYearMonth, PlainMonthDay, Duration } = Temporal;
const bytes = Uint8Array.of(0, 255, 62, 63);
const dateTimes = [
  ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
  ["2026-01-31t13:30:00.25+01:30", "2026-01-31T12:00:00.250Z"],
  ["2024-02-29T23:59:59.123456789012z", "2024-02-29T23:59:59.123Z"],
  ["0000-01-01T00:00:00-23:59", "0000-01-01T23:59:00.000Z"],
  ["2016-12-31T18:59:60-05:00", "2016-12-31T23:59:59.000Z"],
] as const;
const noDateTimes = [
  ...["2026-01-31", "2026-01-31T12:00:00", "2026-01-31 12:00:00Z", "2026-01-31T12:00Z"],
  ...["2026-02-29T12:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T12:00:00+0100", "now", ""],
  ...["2026-01-30T23:59:60Z", "2016-12-31T22:59:60Z"],
];
const dateTime = "a date and time with its offset, such as 2026-01-31T12:00:00Z";
const base64 = {
  refused: [
    "AP8+P",
    "AP8+Pw",
    "AP8+Pw=",
    "AP8-Pw==",
    "AP8+\nPw==",
    " AP8+Pw==",
    "=",
    "====",
    "A===",
  ],
  expected: "bytes as base64 text with its padding",
};

const ROWS: Readonly<Record<MarkedType, Row>> = {
  bigint: {
    accepted: [
      [5, 5n, "5"],
      ["-18446744073709551616", -(2n ** 64n)],
      ["0", 0n],
      [-9007199254740991, -9007199254740991n, "-9007199254740991"],
    ],
    refused: ["05", "1.0", "1e3", "0x1", "", " 1", 1.5, 2 ** 53],
    expected: "an integer, or its digits as text",
  },
  Date: {
    accepted: dateTimes.map(([sent, back]) => [sent, new Date(back), back]),
    refused: noDateTimes,
    expected: dateTime,
    lenient: [["2026-01-31", "2026-01-31T00:00:00Z"]],
  },
  URL: {
    accepted: [
      ["https://a.example/b?c=d#e", new URL("https://a.example/b?c=d#e")],
      ["HTTPS://A.example:443", new URL("https://a.example/"), "https://a.example/"],
      ["http://[::1]:8080/", new URL("http://[::1]:8080/")],
      ["mailto:a@b.example", new URL("mailto:a@b.example")],
      ["urn:isbn:0451450523", new URL("urn:isbn:0451450523")],
      ["data:text/plain;base64,YQ==", new URL("data:text/plain;base64,YQ==")],
    ],
    refused: [
      ...["a.example", "/a", "//a.example", "https://", "https://a:99999", "https://1.2.3.999"],
      ...["https://a b", "https://a.example/ä", "https://a.example/?b[]=c", "https://a/%zz", ""],
    ],
    expected: "a URL with its scheme, such as https://example.com/a?b=c",
    lenient: [
      ["https://a.example/ä b", "https://a.example/%C3%A4%20b"],
      ["https://bücher.example", "https://xn--bcher-kva.example/"],
      ["https://[::1]/?b[]=c#d#e", "https://[::1]/?b%5B%5D=c#d%23e"],
      ["https://a.example/%zz|", "https://a.example/%25zz%7C"],
    ],
  },
  RegExp: {
    accepted: [
      ["^\\p{Lu}+$", /^\p{Lu}+$/u],
      ["(?<year>\\d{4})", /(?<year>\d{4})/u],
      ["a/b", /a\/b/u, "a\\/b"],
      ["[\\w-.]", /[\w-.]/, "[\\w\\-.]"],
    ],
    refused: ["(", "*", "[", "a{2,1}", "\\"],
    expected: "a regular expression of JavaScript without slashes and flags, such as ^a+$",
  },
  Set: {
    more: { items: { type: "integer" } },
    accepted: [[[], new Set()], [[2, 1], new Set([2, 1])]],
    refused: [[1, 1]],
    expected: "items that all differ",
    lenient: [[["1", 1, 2], [1, 2]]],
  },
  Map: {
    more: { additionalProperties: { type: "integer" }, propertyNames: { maxLength: 9 } },
    accepted: [
      [{}, new Map()],
      [JSON.parse('{"b":1,"__proto__":2}'), new Map([["b", 1], ["__proto__", 2]])],
    ],
    refused: ["[]", "text"],
    expected: "object",
  },
  Uint8Array: {
    accepted: [["AP8+Pw==", bytes], ["", new Uint8Array()], ["AP8+", bytes.slice(0, 3)]],
    ...base64,
  },
  ArrayBuffer: {
    accepted: [["AP8+Pw==", bytes.buffer], ["", new ArrayBuffer()]],
    ...base64,
  },
  Blob: { accepted: [["AP8+Pw==", new Blob([bytes])], ["", new Blob()]], ...base64 },
  "Temporal.Instant": {
    accepted: [
      ["2026-01-31T13:00:00+01:00", "2026-01-31T12:00:00Z"],
      ["2026-01-31t12:00:00.1234567891z", "2026-01-31T12:00:00.123456789Z"],
      ["2016-12-31T18:59:60-05:00", "2016-12-31T23:59:59Z"],
    ].map(([sent, back]) => [sent, Instant.from(back), back]),
    refused: noDateTimes,
    expected: dateTime,
  },
  "Temporal.ZonedDateTime": {
    accepted: [
      "2026-07-01T12:00:00+02:00[Europe/Berlin]",
      ["2026-07-01T12:00[Europe/Berlin]", "2026-07-01T12:00:00+02:00[Europe/Berlin]"],
      ["2026-07-01T12:00:00Z[Europe/Berlin]", "2026-07-01T14:00:00+02:00[Europe/Berlin]"],
      "2026-07-01T12:00:00.5+05:30[+05:30]",
    ].map((row): Accepted => {
      const [sent, back = sent] = [row].flat();
      return [sent, ZonedDateTime.from(back), back];
    }),
    refused: [
      ...["2026-07-01T12:00:00+02:00", "2026-07-01T12:00:00+01:00[Europe/Berlin]"],
      ...["2026-07-01T12:00:00[Europe/Bern]", "2026-02-30T12:00:00[UTC]", "2026-07-01[UTC]"],
      "2026-07-01T12:00:00[UTC][u-ca=hebrew]",
    ],
    expected: "a date and time with its time zone, and no offset but the one that holds there, " +
      "such as 2026-01-31T12:00:00[Europe/Berlin]",
  },
  "Temporal.PlainDateTime": {
    accepted: [
      ["2024-02-29T12:00:00.5", PlainDateTime.from("2024-02-29T12:00:00.5")],
      ["2026-01-31T12:00", PlainDateTime.from("2026-01-31T12:00"), "2026-01-31T12:00:00"],
    ],
    refused: [
      ...["2026-02-29T12:00:00", "1900-02-29T12:00:00", "2026-01-31T12:00:60", "2026-01-31"],
      ...["2026-01-31T12:00:00Z", "2026-01-31 12:00:00", "2026-04-31T12:00:00"],
    ],
    expected: "a date and time without an offset, such as 2026-01-31T12:00:00",
  },
  "Temporal.PlainDate": {
    accepted: [["2024-02-29", PlainDate.from("2024-02-29")]],
    refused: ["2026-02-29", "2026-1-31", "20260131", "2026-01-31T00:00:00Z", "2026-01-31\n", ""],
    expected: "a date, such as 2026-01-31",
  },
  "Temporal.PlainTime": {
    accepted: [
      ["12:00:00.000000001", PlainTime.from("12:00:00.000000001")],
      ["23:59", PlainTime.from("23:59"), "23:59:00"],
    ],
    refused: ["24:00:00", "12:00:60", "12:00:00Z", "12", "T12:00", "12:00:00.0123456789", "1:00"],
    expected: "a time of day without an offset, such as 12:00:00",
  },
  "Temporal.PlainYearMonth": {
    accepted: [["2026-12", PlainYearMonth.from("2026-12")]],
    refused: ["2026-13", "2026-1", "2026", "2026-12-01"],
    expected: "a month with its year, such as 2026-01",
  },
  "Temporal.PlainMonthDay": {
    accepted: [["02-29", PlainMonthDay.from("02-29")]],
    refused: ["02-30", "--02-29", "2024-02-29", "2-1"],
    expected: "a day of any year, such as 01-31",
  },
  "Temporal.Duration": {
    accepted: [
      ["P1Y2M3W4DT5H6M7.5S", Duration.from("P1Y2M3W4DT5H6M7.5S")],
      ["-PT0.000000001S", Duration.from("-PT0.000000001S")],
      ["P1W", Duration.from({ weeks: 1 })],
      [
        "P999999999DT999999999H999999999M999999999999999S",
        Duration.from("P999999999DT999999999H999999999M999999999999999S"),
      ],
      ["PT90M", Duration.from({ minutes: 90 })],
    ],
    refused: ["P", "PT", "P1DT", "P1D2Y", "P1.5D", "PT1.5M", "1D", "p1d", "P-1D", "P9999999999D"],
    expected: "a duration of ISO 8601, such as P1DT2H30M",
  },
};

function node(type: MarkedType, more: Node = {}): Node {
  return { ...FORMS[type], ...more, [TYPE_MARK]: type };
}

function object(part: Node): Node {
  return { type: "object", properties: { v: part }, required: ["v"] };
}

/** What arrives of an argument, or the lines that refuse it. */
async function arrives(part: Node, v: unknown, rules: Parameters<typeof inputSchema>[1] = {}) {
  const checked = await inputSchema(signatureSchema(object(part)), rules).check({ v });
  return checked.problems ?? { v: (checked.value as Node).v };
}

/** What a value is, so that two can be compared. */
async function shape(value: unknown): Promise<unknown> {
  const { constructor: { name }, [Symbol.toStringTag]: tag } = Object(value);
  if (value instanceof Blob) return [name, await value.bytes()];
  if (tag?.startsWith("Temporal.")) return [tag, String(value)];
  return [name, value, value instanceof URL || value instanceof RegExp ? String(value) : ""];
}

for (const [name, { more, accepted, refused, expected, lenient = [] }] of Object.entries(ROWS)) {
  const type = name as MarkedType;
  const part = node(type, more);

  Deno.test(`${type}: what is sent for it arrives as such, and goes back`, async () => {
    const { encode = (value: unknown) => value, problems } = outputSchema(
      signatureSchema(object(part)),
    );
    for (const [sent, value, back = sent] of accepted) {
      for (const validation of ["strict", "lenient"] as const) {
        const arrived = await arrives(part, sent, { validation }) as Node;
        assert.deepEqual(await shape(arrived.v), await shape(value), JSON.stringify(sent));
      }
      const result = toJson(await encode({ v: value }));
      assert.deepEqual(result, { v: back });
      assert.deepEqual(problems(result), []);
    }
  });

  Deno.test(`${type}: what stands for none is refused with what is expected`, async () => {
    for (const sent of refused) {
      const lines = await arrives(part, sent, { validation: "strict" });
      assert.ok(Array.isArray(lines), JSON.stringify(sent));
      assert.equal(lines.length, 1);
      assert.ok(lines[0].startsWith(`v: expected ${expected}, got `), lines[0]);
    }
    for (const sent of [null, true]) {
      assert.ok(Array.isArray(await arrives(part, sent)), JSON.stringify(sent));
    }
  });

  Deno.test(`${type}: lenient validation takes what plainly stands for one`, async () => {
    for (const [sent, taken] of lenient) {
      assert.ok(Array.isArray(await arrives(part, sent, { validation: "strict" })));
      const [one, other] = [await arrives(part, sent), await arrives(part, taken)] as Node[];
      assert.deepEqual(await shape(one.v), await shape(other.v));
    }
  });

  Deno.test(`${type}: arguments that are all text take it as it is, or as JSON`, async () => {
    for (const [sent, value] of accepted) {
      const text = typeof sent === "string" ? sent : JSON.stringify(sent);
      const arrived = await arrives(part, text, { text: true }) as Node;
      assert.deepEqual(await shape(arrived.v), await shape(value), text);
    }
  });
}

Deno.test("what a secret parameter was sent is not shown", async () => {
  const found = await arrives({ ...node("Date"), writeOnly: true }, "hunter2");
  assert.deepEqual(found, [`v: expected ${dateTime}, got string of 7 characters`]);
});

Deno.test("bytes as long as a message may be are checked and decoded", async () => {
  const sent = "AP8+".repeat(5_000_000);
  const { v } = await arrives(node("Uint8Array"), sent) as { v: Uint8Array };
  assert.equal(v.length, 15_000_000);
  const { problems, encode } = outputSchema(signatureSchema(object(node("Uint8Array"))));
  const result = await encode!({ v }) as { v: string };
  assert.ok(result.v === sent);
  assert.deepEqual(problems(result), []);
});

setShouldValidateFormat(true);
const SEED = Number(Deno.env.get("WANTED_SEED") ?? Math.floor(Math.random() * 2 ** 32));

/** Where a keyword cannot say what a value needs: of these, we may refuse what another admits. */
const REFUSED_MORE: Readonly<Partial<Record<MarkedType, (text: string) => boolean>>> = {
  // A port, an address or a name that cannot be, or no host at all.
  URL: (text) => !URL.canParse(text),
  // A zone that there is not, or an offset that is not the zone's.
  "Temporal.ZonedDateTime": () => true,
};
/** Where the other validator reads a format otherwise: of these, we may admit what it refuses. */
const ADMITTED_MORE: Readonly<Partial<Record<MarkedType, (text: string) => boolean>>> = {
  // It knows the leap seconds that there were; we know where they are.
  Date: (text) => text.includes(":60"),
  "Temporal.Instant": (text) => text.includes(":60"),
  // It reads by code points only.
  RegExp: (text) => {
    try {
      return new RegExp(text).flags === "";
    } catch {
      return false;
    }
  },
};

for (const type of SCALARS) {
  Deno.test(`${type}: of 200 random values, we admit those that another validator admits, and make the same of them`, async () => {
    const judge = await referee(object(FORMS[type]));
    const check = inputSchema(signatureSchema(object(node(type))), { validation: "strict" });
    const [, instance] = ROWS[type].accepted[0];
    let fitting = 0;
    for (let i = 0; i < 200; i++) {
      const v = randomWritten(type, new Random(SEED, i));
      const at = `WANTED_SEED=${SEED}, ${i}: ${JSON.stringify(v)}`;
      const [ours, theirs] = [await check.check({ v }), judge({ v })];
      const admits = ours.problems === undefined;
      if (admits !== theirs) {
        assert.ok((theirs ? REFUSED_MORE : ADMITTED_MORE)[type]?.(v as string), at);
      }
      if (!admits) continue;
      fitting++;
      const made = (ours as { value: Node }).value.v;
      assert.equal(Object(made).constructor, Object(instance).constructor, at);
      if (made instanceof Date) assert.ok(!Number.isNaN(made.getTime()), at);
    }
    assert.ok(fitting > 40 && fitting < 196, `WANTED_SEED=${SEED}: ${fitting} of 200 fit`);
  });
}
