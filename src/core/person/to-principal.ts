import { TaskError, TaskErrorCode } from '../errors.js';
import { CLIENT_LIMITS } from '../value/client-limits.js';
import { toJsonBytes } from '../value/json-bounds.js';

import type { Caller } from './caller.js';
import { LOCAL_OWNER, readNames } from './owner.js';
import { type Principal, PrincipalKind } from './principal.js';

function toSubject(names: readonly string[]): string {
  const [only = '', ...others] = names;
  return others.length === 0 ? only : JSON.stringify(names);
}

function nameOwner(owner: string): Principal {
  if (owner === LOCAL_OWNER) return { kind: PrincipalKind.local, subject: owner };
  const identity = readNames(owner);
  if (!identity) return { kind: PrincipalKind.own, subject: owner };
  const { kind, issuer, names } = identity;
  return { kind, issuer, subject: toSubject(names) };
}

export function toPrincipal({ owner, workflowClaims }: Caller): Principal {
  return { ...nameOwner(owner), claims: workflowClaims };
}

/**
 * Refuses claims that are too large, before a start stores them.
 *
 * @throws {TaskError} `misconfigured` above the limit of {@link CLIENT_LIMITS}: the operator must choose fewer or
 * smaller claims.
 */
export function checkWorkflowClaims({ workflowClaims }: Caller): void {
  const bytes = workflowClaims === undefined ? 0 : toJsonBytes(workflowClaims);
  const { most } = CLIENT_LIMITS.workflowClaims;
  if (bytes <= most) return;
  const sizes = Object.entries(workflowClaims ?? {}).map(([name, value]) => ({
    name,
    bytes: toJsonBytes(value),
  }));
  const [largest] = sizes.sort((one, two) => two.bytes - one.bytes);
  throw new TaskError(
    TaskErrorCode.misconfigured,
    `Nothing was started: the claims of your token that are passed to workflows have ${bytes} bytes, most of them in "${largest?.name ?? ''}". The limit is ${most}. The operator of this server has to choose other claims (server.auth.workflowClaims).`,
  );
}
