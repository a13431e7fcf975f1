/** What a client of either generation can do with tasks. The errands know no more of generations than this. */
import type { View } from '../audit/evidence.js';
import type { Errand, Generation } from '../plan/errand.js';

/** A question, as it came to a client. */
export interface Question {
  /** Where its answer goes: a JSON-RPC ID, or a key. */
  readonly address: string;
  /** Of its text. */
  readonly askedBy: string;
  readonly question: number;
}

/** What a Workflow returned, or that it failed. */
export interface Outcome {
  /** Absent where a failure says no more. */
  readonly token?: string;
  readonly words?: readonly string[];
}

/** A task as one request showed it. */
export interface Seen {
  readonly view: View;
  readonly questions: readonly Question[];
  /** Only where the generation shows it with the task, and it has ended. */
  readonly outcome?: Outcome;
}

/** What came of a request. */
export type Told<Value> =
  | { readonly kind: 'told'; readonly value: Value }
  /** Not now: it may be sent again. */
  | { readonly kind: 'busy' }
  /** Refused for good. */
  | { readonly kind: 'refused'; readonly why: string }
  /** No answer: nobody knows whether it was carried out. */
  | { readonly kind: 'lost' };

/** What a call came to: a task, or the result at once. */
export type Called =
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'result'; readonly outcome: Outcome };

/** How to wait on a stream. */
export interface WaitOptions {
  readonly keepMs: number;
  /** Called for each question that the stream brings. */
  readonly onQuestion: (question: Question) => void;
}

/** A client of one owner. */
export interface Peer {
  readonly generation: Generation;
  /** What has to come before all else. */
  connect(): Promise<Told<undefined>>;
  /** Calls the tool, as a task or plainly: such a call is given up, and perhaps made again, when it takes too long. */
  call(errand: Errand, idempotencyKey: string | undefined): Promise<Told<Called>>;
  get(taskId: string): Promise<Told<Seen>>;
  answer(taskId: string, question: Question, word: string): Promise<Told<undefined>>;
  cancel(taskId: string): Promise<Told<undefined>>;
  /** Waits for the task's end on a stream. @returns The outcome, where the stream brings it. */
  wait(taskId: string, options: WaitOptions): Promise<Told<Outcome | undefined>>;
  /** One page of the owner's tasks; `undefined` where the generation has no lists. */
  list(): Promise<Told<readonly string[]>> | undefined;
}
