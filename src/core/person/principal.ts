/** The caller as the Workflow sees it: verified facts only. */
import { isRecord } from '../value/is-record.js';
import { onlyString } from '../value/only-string.js';

import type { Claims } from './claims.js';

/**
 * The way in which a principal is known. Names of different kinds never coincide.
 *
 * - `user`: by the subject of a token
 * - `client`: by a token, as a client without a user
 * - `static`: by a static token of the manifest
 * - `own`: by the operator's program (`toPrincipal`, `identify`)
 * - `local`: unknown, since the server authenticates no caller
 */
export const PrincipalKind = {
  user: 'user',
  client: 'client',
  static: 'static',
  own: 'own',
  local: 'local',
} as const;
export type PrincipalKind = (typeof PrincipalKind)[keyof typeof PrincipalKind];

/** The person or client that has made a call. Names are unique together with `kind` and `issuer`. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The token's issuer (`iss`). Absent: only the operator of this server knows the name. */
  readonly issuer?: string | undefined;
  /** The name: `sub`, or the values of the claims in `server.auth.principal`. Several values form a JSON list. */
  readonly subject: string;
  /** The claims that the operator has chosen (`server.auth.workflowClaims`), by name. */
  readonly claims?: Claims | undefined;
}

function isKind(value: unknown): value is PrincipalKind {
  return typeof value === 'string' && Object.hasOwn(PrincipalKind, value);
}

export function parsePrincipal(value: unknown): Principal | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, issuer, subject, claims } = value;
  if (!isKind(kind) || typeof subject !== 'string') return undefined;
  return {
    kind,
    issuer: onlyString(issuer),
    subject,
    claims: isRecord(claims) ? claims : undefined,
  };
}
