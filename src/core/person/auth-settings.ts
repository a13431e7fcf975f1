/** Whose tokens a server takes, and for what: settings with every default filled in. */
import type { ClaimRules, Claims } from './claims.js';

/** How opaque tokens are asked about (RFC 7662). */
export interface IntrospectionSettings {
  readonly endpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An authorization server whose tokens are taken. */
export interface IssuerSettings {
  /** As it stands in `iss`, to the letter. */
  readonly issuer: string;
  /** Where its keys are. Absent: its metadata says. */
  readonly jwksUri?: string;
  /** What may stand in `aud` besides the resource. */
  readonly audiences: readonly string[];
  /** Of signatures; asymmetric ones only. */
  readonly algorithms: readonly string[];
  /** Whether `typ` has to say that it is an access token (RFC 9068). */
  readonly strictTyp: boolean;
  /** Absent: opaque tokens are refused. */
  readonly introspection?: IntrospectionSettings;
}

/** A token that never changes hands but in a configuration. */
export interface StaticTokenSettings {
  /** SHA-256 of the token, in lower-case hexadecimal. */
  readonly sha256: string;
  /** Whose it is. */
  readonly principal: string;
  readonly scopes: readonly string[];
  readonly claims: Claims;
}

/** What a module of one's own has found out about a token. */
export interface VerifiedToken {
  readonly claims: Claims;
  /** Default: those that the claims name. */
  readonly scopes?: readonly string[];
  /** When it ends, in milliseconds since the epoch. Default: `exp` of the claims; without it, never. */
  readonly expiresAtMs?: number;
}

/**
 * Verifies a token in a way of one's own. `undefined` says that it is none, and whatever is thrown that it cannot be told
 * now (503). It has 5 seconds.
 */
export type VerifyToken = (token: string) => Promise<VerifiedToken | undefined>;

/** Names whoever a token is of, in a way of one's own. The same claims have to give the same name for ever, everywhere. */
export type ToPrincipal = (claims: Claims) => string;

/** Who may use a server. */
export interface AuthSettings {
  /** The public URL of the MCP endpoint, in its canonical form. Absent: there is no authorization server to point to. */
  readonly resource?: string;
  readonly issuers: readonly IssuerSettings[];
  readonly tokens: readonly StaticTokenSettings[];
  /** Module that exports `verifyToken`, and `toPrincipal` if it likes. */
  readonly modulePath?: string;
  /** What every request needs. */
  readonly scopes: readonly string[];
  /** Claims that hold scopes, as a text with blanks or as a list. */
  readonly scopeClaims: readonly string[];
  /** Narrower scopes, by the broader one that implies them. */
  readonly implies: Readonly<Record<string, readonly string[]>>;
  /** Whom the server is for at all. */
  readonly allow: ClaimRules;
  /** Claims that make a principal, together with the issuer. */
  readonly principal: readonly string[];
  /** Claims that Workflows are told, and that stand in Temporal therefore. */
  readonly workflowClaims: readonly string[];
  /** How far clocks may differ, in milliseconds. */
  readonly clockToleranceMs: number;
}
