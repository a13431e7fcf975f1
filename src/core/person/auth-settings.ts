/** Settings of authentication, with every default filled in. */
import type { ClaimRules, Claims } from './claims.js';

export interface IssuerSettings {
  /** The exact value of `iss`. */
  readonly issuer: string;
  /** URL of the key set. Absent: the issuer's metadata names it. */
  readonly jwksUri?: string | undefined;
  /** Accepted values of `aud` besides the resource. */
  readonly audiences: readonly string[];
  /** Signature algorithms; asymmetric only. */
  readonly algorithms: readonly string[];
  /** `typ` must say that the token is an access token (RFC 9068). */
  readonly strictTyp: boolean;
}

export interface StaticTokenSettings {
  /** SHA-256 of the token, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly principal: string;
  readonly scopes: readonly string[];
  readonly claims: Claims;
}

/** The result of an operator's own token check. */
export interface VerifiedToken {
  readonly claims: Claims;
  /** Default: the scopes in the claims. */
  readonly scopes?: readonly string[] | undefined;
  /** End of the token, in milliseconds since the epoch. Default: `exp` of the claims; without it, no end. */
  readonly expiresAtMs?: number | undefined;
}

/**
 * An operator's own token check, with 5 seconds of time. It returns `undefined` for an invalid token. If it throws,
 * the server answers 503.
 */
export type VerifyToken = (token: string) => Promise<VerifiedToken | undefined>;

/**
 * Gives a token's bearer a name, by the operator's own rule. Equal claims must give the same name on every replica,
 * forever.
 */
export type ToPrincipal = (claims: Claims) => string;

export interface AuthSettings {
  /**
   * The public URL of the MCP endpoint, in its canonical form. Absent: the server cannot name an authorization server.
   */
  readonly resource?: string | undefined;
  readonly issuers: readonly IssuerSettings[];
  readonly tokens: readonly StaticTokenSettings[];
  /** Scopes that every request needs. */
  readonly scopes: readonly string[];
  /** Claims that hold scopes, as a text with blanks or as a list. */
  readonly scopeClaims: readonly string[];
  /** Implied scopes, by the scope that implies them. */
  readonly implies: Readonly<Record<string, readonly string[]>>;
  /** Claims that a caller needs for any access. */
  readonly allow: ClaimRules;
  /** Claims that make a principal, together with the issuer. */
  readonly principal: readonly string[];
  /** Claims that Workflows get, so that Temporal stores them. */
  readonly workflowClaims: readonly string[];
  readonly clockToleranceMs: number;
}
