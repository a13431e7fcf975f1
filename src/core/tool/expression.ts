/** What an expression of a manifest has made of a value. */
export type Evaluated =
  /** JSON; `undefined` where the expression gives nothing. */
  | { readonly ok: true; readonly value: unknown }
  /** Why there is no value, as a phrase that quotes nothing of what was looked at. */
  | { readonly ok: false; readonly reason: string };

/** For whom an expression is evaluated, and with which variables. */
export interface EvaluationContext {
  /** What takes long is done for each owner in turn. */
  readonly owner: string;
  /** What its variables stand for. Default: nothing, and one that has none is a fault. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** An expression of a manifest, compiled. */
export interface Expression {
  /** As it was written. */
  readonly text: string;
  /** The members of the value as a whole that it looks at, where that can be seen from its text. */
  readonly names: readonly string[];
  /** Whether it looks at the value as a whole, beside or in place of its members. */
  readonly looksAtAll: boolean;
  /** The variables that it takes from outside. */
  readonly variables: readonly string[];
  /**
   * Ends within a limit, whatever it is given, and does not hold up the process meanwhile.
   *
   * @throws {TaskError} `busy` when too many evaluations of the owner's wait already.
   */
  readonly evaluate: (value: unknown, context: EvaluationContext) => Promise<Evaluated>;
}
