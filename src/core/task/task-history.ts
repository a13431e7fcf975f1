/** The history of a task in words of its own: what its engine has recorded, one entry an event. */
import type { Decision } from '../question/decision.js';

/** Work that a task begins, and that ends later. */
export type WorkKind = 'activity' | 'child' | 'operation' | 'timer' | 'update';

/** How work, or a run of the task, has ended. */
export type WorkEnd = 'done' | 'failed' | 'timedOut' | 'cancelled' | 'terminated';

/** An act on a task from outside, other than an answer. */
export type OutsideAct =
  'cancel' | 'signal' | 'reset' | 'pause' | 'unpause' | 'options' | 'changeActivity';

/** What an entry says. `of` is the `id` of the entry with which the work began. */
export type HistoryFact =
  /** `continued`: by continue-as-new; `repeated`: by a retry or a schedule of the Workflow. */
  | { readonly kind: 'started'; readonly how: 'first' | 'continued' | 'repeated' }
  | {
      readonly kind: 'begun';
      readonly work: WorkKind;
      /** The type of an Activity or child, the name of an operation or Update; empty for a timer. */
      readonly name: string;
      /** The author's words for this step, in one line. Absent: none. */
      readonly summary?: string | undefined;
      /** Duration of a timer. */
      readonly lastsMs?: number | undefined;
    }
  /** The last attempt, recorded when it ends. `failure`: of the attempt before, if it may be shown. */
  | {
      readonly kind: 'tried';
      readonly of: number;
      readonly attempt: number;
      readonly failure?: string | undefined;
    }
  /** `failure`: its text, if it may be shown. */
  | {
      readonly kind: 'over';
      readonly of: number;
      readonly how: WorkEnd;
      readonly failure?: string | undefined;
    }
  | {
      readonly kind: 'act';
      readonly act: OutsideAct;
      /** The name of a Signal. */
      readonly name?: string | undefined;
      readonly reason?: string | undefined;
      /** It came from Temporal's command line. Absent: from a client, an operator, or the server itself. */
      readonly byOperator?: true | undefined;
    }
  /** Something that held the Workflow up, in words for people. */
  | { readonly kind: 'obstacle'; readonly text: string }
  /** `byServer`: this package has ended it, after a cancellation without effect. */
  | {
      readonly kind: 'ended';
      readonly how: WorkEnd | 'continued';
      readonly byServer?: true | undefined;
    };

export type HistoryEntry = HistoryFact & {
  /** Place in the history of its run, from 1. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
};

/** Work that is under way now. */
export interface PendingWork {
  /** The entry with which it began. Absent: not on this page. */
  readonly of?: number | undefined;
  readonly work: WorkKind;
  readonly name: string;
  /** ISO 8601. Absent: unknown. */
  readonly since?: string | undefined;
  /** From 1. */
  readonly attempt: number;
  readonly isPaused?: true | undefined;
  /** ISO 8601. Absent: no attempt is planned. */
  readonly nextAttemptAt?: string | undefined;
  /** Text of the last failure, if it may be shown. */
  readonly failure?: string | undefined;
}

/** A page of a task's history. */
export interface TaskHistory {
  /** Oldest first. Events that say nothing to people have no entry. */
  readonly entries: readonly HistoryEntry[];
  readonly pending: readonly PendingWork[];
  /** The questions that the events of the page show, and what became of each. */
  readonly decisions: readonly Decision[];
  /** Number of events of the page, and of the run so far. */
  readonly events: { readonly here: number; readonly all: number };
  /** The arguments that the Workflow got. Absent: they are too large, or cannot be read. */
  readonly workflowArguments?: readonly unknown[] | undefined;
  /** Later events of the same run. Absent: the page ends with the newest event. */
  readonly nextCursor?: string | undefined;
  /** The run that continued as this one. Absent: this is the first run, or not the first page. */
  readonly earlierCursor?: string | undefined;
  /** The page has all that has happened since the start of the task. */
  readonly isWhole: boolean;
}
