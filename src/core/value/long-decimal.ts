/**
 * A number with a fraction beyond ±2^53, as written. A `number` would have other digits. It is a `String` object, which
 * no JSON has, so that its clone in another thread can be distinguished from other values.
 */
export class LongDecimal extends String {
  /** Makes `JSON.stringify` throw, as it does at a `bigint`: only `toJson` writes the digits. */
  toJSON(): bigint {
    return 0n;
  }
}

/** Restores the decimals in a value that another thread has sent, in place. */
export function restoreDecimals(value: object): void {
  const open: object[] = [value];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (ArrayBuffer.isView(part)) continue;
    for (const [name, member] of Object.entries(part) as [string, unknown][]) {
      if (member instanceof String) Reflect.set(part, name, new LongDecimal(member));
      else if (typeof member === 'object' && member !== null) open.push(member);
    }
  }
}
