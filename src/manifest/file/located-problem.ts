/** A problem with the place it is in, not yet turned into a position in a file. */
export interface LocatedProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The unknown key itself, where the problem is one. */
  readonly key?: string;
  /** At which character of the text at the path it is, counted from 0. Absent: at its beginning. */
  readonly offset?: number;
}
