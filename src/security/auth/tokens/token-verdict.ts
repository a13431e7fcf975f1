import type { Claims } from '../../../core/person/claims.js';

/** A valid token, from any verifier. */
export interface CheckedToken {
  readonly claims: Claims;
  /** Scopes that the token itself grants, without implied scopes. */
  readonly scopes: readonly string[];
  /** End of validity, in milliseconds since the epoch; `Infinity` if there is no end. */
  readonly untilMs: number;
  /** Name of the owner, if the configuration sets it. */
  readonly principal?: string | undefined;
}

/** The claim, or the member of the header, for which a token is refused. */
export interface RefusedClaim {
  readonly claim: string;
  /** Absent: the token has no such claim. */
  readonly seen?: string | undefined;
  /** The accepted values, or what is expected in words. */
  readonly expected: string | readonly string[];
  /** The accepted value that is most similar. Absent: none is similar. */
  readonly nearMiss?: string | undefined;
}

/** The error for an invalid token. The reason is for the log; clients learn only that the token is invalid. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected';
  readonly details: RefusedClaim | undefined;

  constructor(
    message: string,
    { details, ...options }: ErrorOptions & { readonly details?: RefusedClaim | undefined } = {},
  ) {
    super(message, options);
    this.details = details;
  }
}

/** The error for a token that cannot be verified now. */
export class VerifierUnavailable extends Error {
  override readonly name = 'VerifierUnavailable';
}

/** A verifier of one kind of token. */
export interface TokenVerifier {
  /** Returns true if this verifier judges tokens of this form. */
  readonly recognizes: (token: string) => boolean;
  /**
   * @throws {TokenRejected} If the token is invalid.
   * @throws {VerifierUnavailable} If the token cannot be verified now.
   */
  readonly verify: (token: string) => Promise<CheckedToken>;
}
