export type Evaluated =
  /** JSON; `undefined` if the expression has no result. */
  | { readonly ok: true; readonly value: unknown }
  /** The reason for a missing value, as a phrase that quotes no data. */
  | { readonly ok: false; readonly reason: string };

/** An expression of a manifest, compiled. */
export interface Expression {
  readonly text: string;
  /** The members of the value that the expression names. */
  readonly names: readonly string[];
  /** The expression uses the value as a whole, with or without its members. */
  readonly looksAtAll: boolean;
  /** The variables that the expression needs from its context. */
  readonly variables: readonly string[];
  /**
   * Evaluates within a time limit, without blocking the process.
   *
   * @param variables Values of the expression's variables. Default: no values. An unknown variable is a fault.
   * @throws {TaskError} `busy` if too many long checks are waiting.
   */
  readonly evaluate: (
    value: unknown,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise<Evaluated>;
}
