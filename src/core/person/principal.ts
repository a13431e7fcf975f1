/** Who has made a call, as its Workflow may know it: what was verified, and nothing that a client says of itself. */
import { isRecord } from '../value/is-record.js';

import type { Claims } from './claims.js';

/**
 * In which way somebody is known. No two ways share their names.
 *
 * - `user`: by a subject of an issuer of tokens
 * - `client`: by an issuer of tokens, as a client that acts for nobody
 * - `static`: by a static token of the manifest
 * - `own`: by a program of the operator's (`toPrincipal`, `identify`)
 * - `local`: not at all. Nobody is asked who they are
 */
export const PrincipalKind = {
  user: 'user',
  client: 'client',
  static: 'static',
  own: 'own',
  local: 'local',
} as const;
export type PrincipalKind = (typeof PrincipalKind)[keyof typeof PrincipalKind];

/** Whoever has made a call. Names mean something together with `kind` and `issuer` only. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** Who has issued the token, as it stands in `iss`. Absent: nobody but this server's operator knows the name. */
  readonly issuer?: string;
  /** The name: `sub`, or the value of what `server.auth.principal` names; of several, their JSON list. */
  readonly subject: string;
  /** What the token says by those of its claims that the operator has chosen (`server.auth.workflowClaims`), by name. */
  readonly claims?: Claims;
}

/** How large the JSON of {@link Principal.claims} may be at a start, in bytes: it is read with every look at the task. */
export const MAX_CLAIMS_BYTES = 4 * 1024;

function isKind(value: unknown): value is PrincipalKind {
  return typeof value === 'string' && Object.hasOwn(PrincipalKind, value);
}

/** A principal as a memo has it, or `undefined` when it is none. */
export function parsePrincipal(value: unknown): Principal | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, issuer, subject, claims } = value;
  if (!isKind(kind) || typeof subject !== 'string') return undefined;
  return {
    kind,
    ...(typeof issuer === 'string' && { issuer }),
    subject,
    ...(isRecord(claims) && { claims }),
  };
}
