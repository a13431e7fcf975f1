import { ValueShape } from './value-shape.js';

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
