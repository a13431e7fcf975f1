import type { Claims } from './claims.js';

/** A verified token, as the bearer middleware of either MCP SDK puts it on a request. */
export interface AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAt?: number | undefined;
  readonly resource?: URL | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** The facts of a transport about the sender of a request. */
export interface RequestOrigin {
  /** Absent if the transport does not authenticate. */
  readonly authInfo?: AuthInfo | undefined;
}

/** The authenticated sender of a request. The transport resolves it once. */
export interface Caller {
  /** Names the authorization context that the caller's tasks belong to. */
  readonly owner: string;
  /**
   * The name in Workflow IDs and arguments (`{$caller.name}`). A gate with several issuers gives the whole name, which is the
   * owner. Default: a user's name without the issuer.
   */
  readonly name?: string | undefined;
  /** The verified claims. Absent: no claims are known, so tools with `allow` are hidden from the caller. */
  readonly claims?: Claims | undefined;
  /** Claims that Workflows get besides the name; never a credential. Absent: no claims. */
  readonly workflowClaims?: Claims | undefined;
}

/**
 * Names the caller of a request. All requests of one principal must give the same owner: after a restart, on every
 * replica and in every generation.
 */
export type Identify = (origin: RequestOrigin) => Caller | Promise<Caller>;
