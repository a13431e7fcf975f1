/** What verifying a token comes to. */
import type { Claims } from '../../../core/person/claims.js';

/** A token that holds, in whatever way it was verified. */
export interface CheckedToken {
  readonly claims: Claims;
  /** What it grants by its own account. */
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
  /** How long to wait before trying again, in milliseconds. Absent: nobody knows. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** One way to verify tokens. */
export interface TokenVerifier {
  /** Whether a token is for this one to judge, by its looks. */
  readonly recognizes: (token: string) => boolean;
  /**
   * @throws {TokenRejected} When it does not hold.
   * @throws {VerifierUnavailable} When that cannot be told now.
   */
  readonly verify: (token: string) => Promise<CheckedToken>;
}
