import type { Claims } from '../../../core/person/claims.js';

/** A valid token, from any verifier. */
export interface CheckedToken {
  readonly claims: Claims;
  /** Scopes that the token grants itself. */
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; `Infinity` where it has no end. */
  readonly untilMs: number;
  /** Names its owner where that is settled by configuration. */
  readonly principal?: string;
}

/** A token that is none of ours. The reason is for the log; clients learn that it is invalid. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected';
}

/** It cannot be told now whether a token holds. */
export class VerifierUnavailable extends Error {
  override readonly name = 'VerifierUnavailable';
  /** Time until the next try, in milliseconds. Absent: unknown. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** A verifier of one kind of tokens. */
export interface TokenVerifier {
  /** Returns true if this verifier judges tokens of this form. */
  readonly recognizes: (token: string) => boolean;
  /**
   * @throws {TokenRejected} When it does not hold.
   * @throws {VerifierUnavailable} When that cannot be told now.
   */
  readonly verify: (token: string) => Promise<CheckedToken>;
}
