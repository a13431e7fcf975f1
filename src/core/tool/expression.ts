/** The result of an expression. */
export type Evaluated =
  /** JSON; `undefined` if the expression has no result. */
  | { readonly ok: true; readonly value: unknown }
  /** The reason for a missing value, as a phrase that quotes no data. */
  | { readonly ok: false; readonly reason: string };

/** Owner and variables of an evaluation. */
export interface EvaluationContext {
  /** Owners take turns at long evaluations. */
  readonly owner: string;
  /** Values of the expression's variables. Default: no values. An unknown variable is a fault. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** An expression of a manifest, compiled. */
export interface Expression {
  /** The source text. */
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
   * @throws {TaskError} `busy` if too many evaluations of the owner are waiting.
   */
  readonly evaluate: (value: unknown, context: EvaluationContext) => Promise<Evaluated>;
}
