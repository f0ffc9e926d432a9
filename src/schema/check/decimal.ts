/** A decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
const MOST_DIGITS = 400;

/**
 * The number that a text writes as JSON does (RFC 8259, 6), if a number can hold it without rounding.
 *
 * Rounding to the nearest binary fraction, as of `0.1`, is none as long as the same digits come back.
 */
export function exactNumber(text: string): number | undefined {
  if (text.length > MOST_DIGITS) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  const written = String(number);
  if (written === text) return number;
  const [decimal, back] = [read(text), read(written)];
  return decimal !== undefined && decimal.digits === back?.digits &&
      decimal.exponent === back.exponent
    ? number
    : undefined;
}

/** Whether a number is a multiple of another, both taken as the decimals they are written as. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const [a, b] = [read(String(value)), read(String(of))];
  if (a === undefined || b === undefined) return false;
  const least = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - least);
  return scaled(a) % scaled(b) === 0n;
}

/** Reads digits and exponent, with no zeros at the end of the digits. */
function read(text: string): Decimal | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign, whole, fraction = "", power = "0"] = match;
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (digits === "") return { digits: 0n, exponent: 0 };
  return {
    digits: BigInt(sign + digits),
    exponent: Number(power) - fraction.length + all.length - digits.length,
  };
}
