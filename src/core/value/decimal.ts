/** A number as JavaScript writes it: digits, a fraction, a power of ten. */
const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** A number as an integer times a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(value: number): Decimal | undefined {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Returns true if a number is a whole multiple of another one, both taken as the decimals that they are written as. */
export function isMultiple(value: number, step: number): boolean {
  const [one, other] = [toDecimal(value), toDecimal(step)];
  if (!one || !other) return false;
  const exponent = Math.min(one.exponent, other.exponent);
  const [dividend, divisor] = [one, other].map(
    (decimal) => decimal.digits * 10n ** BigInt(decimal.exponent - exponent),
  ) as [bigint, bigint];
  return dividend % divisor === 0n;
}
