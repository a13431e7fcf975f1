import { ValueShape } from './value-shape.js';

/** What was given for arguments by position, or was returned: how often, and of what shape. No value is kept. */
export class ArgumentsShape {
  /** How often there were any that could be read, be it none at all. */
  count = 0;
  /** How those are encoded that could not be read, as `binary/encrypted`. */
  readonly unreadable = new Set<string>();
  /** By position. */
  readonly positions: ValueShape[] = [];

  /** Takes one more list of arguments into account. */
  add(values: readonly unknown[]): void {
    this.count += 1;
    for (const [index, value] of values.entries()) {
      const shape = (this.positions[index] ??= new ValueShape());
      shape.add(value);
    }
  }

  /** Whether each list had something at a position. */
  isAlwaysGiven(index: number): boolean {
    return this.positions[index]?.count === this.count;
  }
}
