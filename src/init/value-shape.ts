/** Deeper values may be anything. */
const MAX_DEPTH = 10;
/** Objects with more distinct members are maps of data. */
const MAX_MEMBERS = 60;
/** Maximum number of inspected elements of an array. */
const MAX_ELEMENTS = 100;

/** RFC 3339, with a zone. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Counts the kinds of JSON values in one place, and stores no values. Names of members are stored until all values are
 * counted, since only then names that are data can be recognized.
 */
export class ValueShape {
  nulls = 0;
  booleans = 0;
  integers = 0;
  /** Number of numbers that are not whole. */
  decimals = 0;
  texts = 0;
  /** Number of {@link texts} that are a date, a time and a zone. */
  instants = 0;
  arrays = 0;
  objects = 0;
  /** The shape is incomplete: values were too deep or had too many members. */
  isCut = false;
  /** Elements of the arrays; absent if all were empty. */
  elements: ValueShape | undefined;
  readonly members = new Map<string, ValueShape>();
  readonly #depth: number;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  get count(): number {
    const { nulls, booleans, integers, decimals, texts, arrays, objects } = this;
    return nulls + booleans + integers + decimals + texts + arrays + objects;
  }

  add(value: unknown): void {
    if (value === null || value === undefined) this.nulls += 1;
    else if (typeof value === 'boolean') this.booleans += 1;
    else if (typeof value === 'number' || typeof value === 'bigint') this.#addNumber(Number(value));
    else if (typeof value === 'string') this.#addText(value);
    else if (Array.isArray(value)) this.#addArray(value);
    else if (typeof value === 'object') this.#addObject(value);
  }

  #addNumber(value: number): void {
    if (Number.isInteger(value)) this.integers += 1;
    else this.decimals += 1;
  }

  #addText(value: string): void {
    this.texts += 1;
    if (INSTANT.test(value) && !Number.isNaN(Date.parse(value))) this.instants += 1;
  }

  #addArray(value: readonly unknown[]): void {
    this.arrays += 1;
    if (value.length === 0) return;
    if (this.#depth >= MAX_DEPTH) {
      this.isCut = true;
      return;
    }
    this.elements ??= new ValueShape(this.#depth + 1);
    for (const element of value.slice(0, MAX_ELEMENTS)) this.elements.add(element);
  }

  #addObject(value: object): void {
    this.objects += 1;
    if (this.#depth >= MAX_DEPTH) {
      this.isCut = true;
      return;
    }
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      let shape = this.members.get(name);
      if (!shape && this.members.size >= MAX_MEMBERS) {
        this.isCut = true;
        continue;
      }
      shape ??= new ValueShape(this.#depth + 1);
      shape.add(member);
      this.members.set(name, shape);
    }
  }

  merge(other: ValueShape): void {
    this.nulls += other.nulls;
    this.booleans += other.booleans;
    this.integers += other.integers;
    this.decimals += other.decimals;
    this.texts += other.texts;
    this.instants += other.instants;
    this.arrays += other.arrays;
    this.objects += other.objects;
    this.isCut ||= other.isCut;
    if (other.elements) {
      this.elements ??= new ValueShape(this.#depth + 1);
      this.elements.merge(other.elements);
    }
    for (const [name, member] of other.members) {
      const own = this.members.get(name) ?? new ValueShape(this.#depth + 1);
      own.merge(member);
      this.members.set(name, own);
    }
  }
}
