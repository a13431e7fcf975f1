import { ValueShape } from './value-shape.js';

/** Counts and shapes of arguments by position, or of results. Stores no values. */
export class ArgumentsShape {
  /** Number of readable values, empty ones included. */
  count = 0;
  /** Encodings of unreadable values, such as `binary/encrypted`. */
  readonly unreadable = new Set<string>();
  readonly positions: ValueShape[] = [];

  /** Adds one more list of arguments. */
  add(values: readonly unknown[]): void {
    this.count += 1;
    for (const [index, value] of values.entries()) {
      const shape = (this.positions[index] ??= new ValueShape());
      shape.add(value);
    }
  }

  /** Returns true if each list had a value at a position. */
  isAlwaysGiven(index: number): boolean {
    return this.positions[index]?.count === this.count;
  }
}
