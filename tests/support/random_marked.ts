import type { MarkedType } from "../../src/schema/from_types/signature.ts";
import type { Random } from "./http_random.ts";

/** Makes what may stand in JSON for a value of a type; most of it does. */
const MAKERS: Readonly<Record<Exclude<MarkedType, "Set" | "Map">, (random: Random) => unknown>> = {
  bigint: (random) => {
    const sign = random.pick(["", "-"]);
    return random.chance(0.5)
      ? sign + digitsOf(random, 1 + random.below(30))
      : Number(sign + digitsOf(random, 1 + random.below(15)));
  },
  Date: dateTime,
  URL: url,
  RegExp: (random) => parts(random, EXPRESSIONS, 4),
  Uint8Array: base64,
  ArrayBuffer: base64,
  Blob: base64,
  "Temporal.Instant": dateTime,
  "Temporal.ZonedDateTime": (random) => {
    const zone = random.pick(["UTC", "Europe/Berlin", "Etc/GMT+3", "+01:00", "America/New_York"]);
    return `${day(random)}T${time(random)}${random.pick(["", "", "Z", "+01:00"])}[${zone}]`;
  },
  "Temporal.PlainDateTime": (random) => `${day(random)}T${time(random)}`,
  "Temporal.PlainDate": day,
  "Temporal.PlainTime": time,
  "Temporal.PlainYearMonth": (random) => day(random).slice(0, 7),
  "Temporal.PlainMonthDay": (random) => day(random).slice(5),
  "Temporal.Duration": (random) => {
    const some = (units: string) =>
      [...units].map((unit) =>
        random.chance(0.4) ? `${digitsOf(random, 1 + random.below(4))}${unit}` : ""
      )
        .join("");
    const times = random.chance(0.5) ? `T${some("HM")}${second(random)}S` : "";
    return `${random.pick(["", "", "-"])}P${some("YMWD")}${times}`;
  },
};

/** Types whose values are written as one text or number. */
export const SCALARS = Object.keys(MAKERS) as (keyof typeof MAKERS)[];

/** What may be sent for a value of a type: about half of it stands for one. */
export function randomWritten(type: keyof typeof MAKERS, random: Random): unknown {
  const made = MAKERS[type](random);
  if (random.chance(0.05)) return random.pick([null, true, 1.5, {}, [], made === "" ? 0 : [made]]);
  return typeof made === "string" && random.chance(0.4) ? changed(made, random) : made;
}

/** A text with one character more, less or other. */
function changed(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const piece = random.chance(0.3)
    ? ""
    : random.pick([..."0123456789TZtz:-+.,/[]=%#?@\\ _aYPäé(", "\n"]);
  return text.slice(0, at) + piece + text.slice(at + random.below(2));
}

function day(random: Random): string {
  const year = random.pick(["0000", "2000", "2023", "2024", "1900", digitsOf(random, 4)]);
  return `${year}-${number(random, 1, 12)}-${number(random, 1, random.chance(0.3) ? 31 : 28)}`;
}

function time(random: Random): string {
  const seconds = random.chance(0.7) ? `:${second(random)}` : "";
  return `${number(random, 0, 23)}:${number(random, 0, 59)}${seconds}`;
}

function second(random: Random): string {
  const fraction = random.chance(0.3) ? `.${digitsOf(random, 1 + random.below(11))}` : "";
  return number(random, 0, 59) + fraction;
}

function dateTime(random: Random): string {
  const clock = random.pick([
    `${number(random, 0, 23)}:${number(random, 0, 59)}:${second(random)}`,
    "23:59:60",
    "12:00:00",
  ]);
  const date = random.pick([day(random), day(random), "2016-12-31", "2015-06-30"]);
  const zone = random.pick([
    "Z",
    "z",
    `+${number(random, 0, 23)}:${number(random, 0, 59)}`,
    "-05:00",
  ]);
  return `${date}${random.pick(["T", "T", "t"])}${clock}${zone}`;
}

function base64(random: Random): string {
  const bytes = Uint8Array.from({ length: random.below(9) }, () => random.below(256));
  const text = bytes.toBase64();
  // Bits that nobody needs may be set.
  return random.chance(0.1) ? text.replace(/.(?==*$)/, "B") : text;
}

const EXPRESSIONS = [
  ...["a", "\\d", "[a-z]", "(b|c)", "(?:d)", "*", "+", "?", "{2}", "{2,", "\\p{L}", "\\-", "\\/"],
  ...["(?<n>x)", "\\k<n>", "^", "$", "[\\w-.]", "(", "]", "\\u{61}", "(?=a)", "(?<!a)", "\\1", "ä"],
];
const HOSTS = [
  ...["a.example", "localhost", "[::1]", "1.2.3.4", "u:p@b.example:8080", "ex%61mple", "A_b", ""],
  ...["b:", "1.2.3.999", "c:99999", "[::1", "[::1]x", "[g::]", "a b", "xn--a"],
];
const PATHS = [
  ...["/", "/a/b", "/%7Ea", "//c", "/a;b=c,d", "/:x@y", "?a=b&c", "?a[]=1", "#top", "#a#b", "/ä"],
  ...["/%zz", "/a b", "/{id}", "/a|b", "?", "#", "/..", "/^"],
];

function url(random: Random): string {
  const opaque = ["mailto:a@b.example", "urn:a:b", "data:,x", "data:text/plain;base64,YQ==", "x:"];
  const start = random.chance(0.2)
    ? random.pick(opaque)
    : random.pick(["https://", "http://", "ws://", "file://", "x://", "http:", "//"]) +
      random.pick(random.chance(0.6) ? HOSTS.slice(0, 6) : HOSTS);
  return start + parts(random, random.chance(0.6) ? PATHS.slice(0, 7) : PATHS, 2);
}

function parts(random: Random, from: readonly string[], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(from)).join("");
}

function number(random: Random, from: number, to: number): string {
  return String(from + random.below(to - from + 1)).padStart(2, "0");
}

function digitsOf(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join("");
}
