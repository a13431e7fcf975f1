/** The gate in front of a public transport: authentication and scopes. */
import { TaskError, TaskErrorCode } from '../errors.js';

import type { Caller } from './caller.js';

/** The credentials of a request, before its body is read. */
export interface Presented {
  /** All `Authorization` headers, unchanged. */
  readonly authorization: readonly string[];
  /** The query has an access token, which the gate refuses. */
  readonly hasQueryToken: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Grant {
  readonly caller: Caller;
  /** The token's scopes, and the scopes that they imply. */
  readonly scopes: ReadonlySet<string>;
  /** End of the token, in milliseconds since the epoch; `Infinity` without one. */
  readonly untilMs: number;
}

export type Verdict =
  | { readonly kind: 'admitted'; readonly grant: Grant }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface PublicDocument {
  readonly paths: readonly string[];
  readonly content: Readonly<Record<string, unknown>>;
}

/** Stores no credentials. */
export interface Gate {
  /** Never rejects. */
  readonly authenticate: (presented: Presented) => Promise<Verdict>;
  /**
   * The refusal of a request that needs more scopes; `undefined` if the grant suffices.
   *
   * @param tools The tools that it calls, as the client names them. Without any, the scopes of the server suffice.
   */
  readonly authorize: (grant: Grant, tools: readonly string[]) => Refusal | undefined;
  /** Metadata that tells clients where to get a token. Absent: no metadata is served. */
  readonly metadata?: PublicDocument | undefined;
}

/**
 * The reason in the signal of a request whose token has ended. Its client is still connected and needs an answer, or
 * it would wait for its own time-out.
 */
export function noLongerAdmitted(): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    'The access token of this request is no longer valid. Work that was started continues: ask again with a new token.',
  );
}
