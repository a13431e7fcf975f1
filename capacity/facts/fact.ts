/** A number that the model rests on, and why it is believed. */
export interface Fact {
  readonly value: number;
  readonly unit: string;
  readonly what: string;
  /**
   * Measured here; built like this here; stated by the service's documentation or source; or assumed, because none of these
   * says it.
   */
  readonly kind: 'measured' | 'built' | 'documented' | 'assumed';
  /** An address, or a place in this repository; of an assumption, why it has this value. */
  readonly source: string;
  /** When it was measured or read: year, month, day. */
  readonly date: string;
}

/** Facts by the names that the model uses. */
export type Facts = Readonly<Record<string, Fact>>;
