import { ValueShape } from './value-shape.js';

/** Counts and shapes of arguments by position. Stores no values. */
export class ArgumentsShape {
  /** Number of lists of arguments. */
  count = 0;
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
