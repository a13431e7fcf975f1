export type Evaluated =
  /** `undefined`, or `null` at a place of that value, if the expression has no value. */
  | { readonly ok: true; readonly value: unknown }
  /** The reason for a missing value, as a phrase that quotes no data. */
  | { readonly ok: false; readonly reason: string };

/** The values of names, by root without its `$`. A name alone is a member of `input`. */
export type Scope = Readonly<Record<string, unknown>>;

/** A value that an expression reads: a root, and the members below it as far as the expression names them. */
export interface Reading {
  readonly root: string;
  readonly path: readonly string[];
  /** The root is not written, so that the path begins with a name alone. */
  readonly isBare?: true | undefined;
  /** The expression says what counts without this value: `$query.nick || $query.name`. */
  readonly mayMiss?: true | undefined;
}

/** An expression of a manifest, compiled. */
export interface Expression {
  readonly text: string;
  readonly reads: readonly Reading[];
  /** Present if the expression does no more than read this place. */
  readonly place?: Reading | undefined;
  /**
   * Evaluates within a time limit, without blocking the process. A root that the scope lacks has no value.
   *
   * @throws {TaskError} `busy` if too many long checks are waiting.
   */
  readonly evaluate: (scope: Scope) => Promise<Evaluated>;
}

/** The root that a name alone is a member of. */
export const INPUT = 'input' as const;

/** The arguments that expressions read; `'all'` if one reads them as a whole. */
export function argumentsRead(reads: readonly Reading[]): 'all' | readonly string[] {
  const names = reads.filter(({ root }) => root === INPUT).map(({ path: [name] }) => name);
  return names.includes(undefined) ? 'all' : [...new Set(names as string[])];
}

/** The value of an expression; `undefined` if it has none, or cannot be evaluated. */
export async function valueOf(expression: Expression, scope: Scope): Promise<unknown> {
  const evaluated = await expression.evaluate(scope);
  return evaluated.ok ? (evaluated.value ?? undefined) : undefined;
}
