import type { ShownPrincipal } from '../person/shown-principal.js';

/**
 * How a step stands: it is done, continues now, asks a person, went wrong, was stopped, or was an act from outside.
 */
export type StepMark = 'done' | 'now' | 'asks' | 'bad' | 'stopped' | 'act';

/** A period in milliseconds since the epoch. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** One step of a task, in words for people. */
export interface TaskStep {
  /** Unique on its page, and the same in later views of it. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly mark: StepMark;
  /** The name of the step, or its first words. */
  readonly what: string;
  /** The words after them. Absent: none. */
  readonly more?: string | undefined;
  /** The person who acted. Absent: none, or unknown. */
  readonly by?: ShownPrincipal | undefined;
  /** The number of the last attempt. Absent: the first. */
  readonly attempt?: number | undefined;
  /** Further facts, each a line. */
  readonly notes: readonly string[];
  /** The text of a question. Absent: it asks nothing. */
  readonly said?: string | undefined;
  /** The time that it took, or has taken so far. Absent: it takes none, or it is unknown. */
  readonly spent?: Period | undefined;
  /** It is under way. Default: false. */
  readonly isOpen?: true | undefined;
}
