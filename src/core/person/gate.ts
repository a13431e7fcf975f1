/** What stands before a transport that everybody can reach: who may come in, and with what. */
import { TaskError, TaskErrorCode } from '../errors.js';

import type { Caller } from './caller.js';

/** What a request shows of who sends it, before its body is read. */
export interface Presented {
  /** Its `Authorization` headers, all of them, as they came. */
  readonly authorization: readonly string[];
  /** Whether there is an access token in its query, where none belongs. */
  readonly hasQueryToken: boolean;
}

/** The answer to a request that goes no further. */
export interface Refusal {
  /** Of HTTP. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The access that the gate grants to a caller. */
export interface Grant {
  readonly caller: Caller;
  /** What the token grants, and what that implies. */
  readonly scopes: ReadonlySet<string>;
  /** When it ends, in milliseconds since the epoch; `Infinity` where nothing says so. */
  readonly untilMs: number;
}

/** Whether a request is let in. */
export type Verdict =
  | { readonly kind: 'admitted'; readonly grant: Grant }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A document that anybody may read. */
export interface PublicDocument {
  /** Where it is served. */
  readonly paths: readonly string[];
  readonly content: Readonly<Record<string, unknown>>;
}

/** Lets requests in, or refuses them. It keeps nothing of what they show. */
export interface Gate {
  /** Says whose request it is. Never rejects. */
  readonly authenticate: (presented: Presented) => Promise<Verdict>;
  /** What a message lacks that has come with a grant; `undefined`: nothing. */
  readonly authorize: (grant: Grant, message: unknown) => Refusal | undefined;
  /** How clients find out where to get a token. Absent: they cannot. */
  readonly metadata?: PublicDocument | undefined;
}

/**
 * Why a request ends that was let in and would not be any more, as the reason of its signal. Its client is still there: one
 * that gets no answer would wait until its own time is over.
 */
export function noLongerAdmitted(): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    'The access token of this request holds no longer. What was started goes on: ask again with another token.',
  );
}
