import { Unreadable } from '../check/recorded-starts.js';

import { ValueShape } from './value-shape.js';

/** The encoding of bytes, which aren't JSON. */
const BYTES = 'binary/plain';

/** Returns the encoding of the first value other than JSON. */
export function findUnreadable(values: readonly unknown[]): string | undefined {
  const unreadable = values.find(
    (value) => value instanceof Unreadable || ArrayBuffer.isView(value),
  );
  if (unreadable === undefined) return undefined;
  return unreadable instanceof Unreadable ? unreadable.encoding : BYTES;
}

/** Counts and shapes of arguments by position. Stores no values. */
export class ArgumentsShape {
  /** Number of lists of arguments. */
  count = 0;
  readonly positions: ValueShape[] = [];

  add(values: readonly unknown[]): void {
    this.count += 1;
    for (const [index, value] of values.entries()) {
      const shape = (this.positions[index] ??= new ValueShape());
      shape.add(value);
    }
  }

  isAlwaysGiven(index: number): boolean {
    return this.positions[index]?.count === this.count;
  }
}
