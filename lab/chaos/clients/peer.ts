/** A client's operations on tasks, independent of the generation. */
import type { View } from '../audit/evidence.js';
import type { Errand, Generation } from '../plan/errand.js';

/** A question that a client received. */
export interface Question {
  /** The JSON-RPC ID or the key that the answer must have. */
  readonly address: string;
  /** The token in the question's text. */
  readonly askedBy: string;
  readonly question: number;
}

/** The result of a Workflow; empty if it failed. */
export interface Outcome {
  /** Absent for failures, which have no other content. */
  readonly token?: string;
  readonly words?: readonly string[];
}

/** A task in one answer. */
export interface Seen {
  readonly view: View;
  readonly questions: readonly Question[];
  /** Present for ended tasks in 2026-07-28, which shows results with tasks. */
  readonly outcome?: Outcome;
}

export type Told<Value> =
  | { readonly kind: 'told'; readonly value: Value }
  /** A temporary refusal; the client may send the request again. */
  | { readonly kind: 'busy' }
  /** A permanent refusal. */
  | { readonly kind: 'refused'; readonly why: string }
  /** No answer: the client doesn't know if the server carried it out. */
  | { readonly kind: 'lost' };

/** The answer to a call: a task, or the result at once. */
export type Called =
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'result'; readonly outcome: Outcome };

export interface WaitOptions {
  readonly keepMs: number;
  /** Called for each question that the stream brings. */
  readonly onQuestion: (question: Question) => void;
}

/** A client of one owner. */
export interface Peer {
  readonly generation: Generation;
  /** Must be called first. */
  connect(): Promise<Told<undefined>>;
  /** Calls the tool as a task or as a plain call. The client may give up a plain call and repeat it. */
  call(errand: Errand, idempotencyKey: string | undefined): Promise<Told<Called>>;
  get(taskId: string): Promise<Told<Seen>>;
  answer(taskId: string, question: Question, word: string): Promise<Told<undefined>>;
  cancel(taskId: string): Promise<Told<undefined>>;
  /** Waits for the task's end on a stream. @returns The outcome, if the stream carries it. */
  wait(taskId: string, options: WaitOptions): Promise<Told<Outcome | undefined>>;
  /** One page of the owner's tasks; `undefined` in 2026-07-28, which has no lists. */
  list(): Promise<Told<readonly string[]>> | undefined;
}
