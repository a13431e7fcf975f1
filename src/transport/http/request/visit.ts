import type { Request, Response } from 'express';

import type { AuditOrigin } from '../../../core/audit.js';
import type { AuthInfo, Caller, Identify } from '../../../core/person/caller.js';
import type { Grant, Presented } from '../../../core/person/gate.js';
import { LOCAL_OWNER } from '../../../core/person/owner.js';
import type { PageRefusal } from '../../../core/question/web-pages.js';

/** A caller whom the gate has admitted. */
export interface Admitted {
  readonly grant: Grant;
  /** The presented token. It is checked again while the answer is open. */
  readonly presented: Presented;
}

/** One request, as its handlers have learned of it so far. Each member is written by one handler. */
export interface Visit {
  /** Absent before admission, and for a page whose visitor was not admitted. */
  caller?: Caller | undefined;
  /** Absent without a gate. */
  admitted?: Admitted | undefined;
  auditOrigin?: AuditOrigin | undefined;
  /** The observer learns of the answer's status from the gate or a generation. */
  isReported?: boolean | undefined;
  /** The first refusal, which a page shows. */
  pageRefusal?: PageRefusal | undefined;
  /** The request is above a limit, so its form is not read. */
  isExcess?: boolean | undefined;
  /** Visitors of one address who are not admitted are counted apart by it. */
  purpose?: string | undefined;
}

const visits = new WeakMap<Response, Visit>();

/** Returns the visit of a request. Members of `response.locals` would have no types. */
export function visitOf(response: Response): Visit {
  const known = visits.get(response);
  if (known) return known;
  const visit: Visit = {};
  visits.set(response, visit);
  return visit;
}

/** Finds the caller of a server without a gate, from a middleware in front. */
export async function identifyRequest(
  { auth }: Request & { readonly auth?: AuthInfo | undefined },
  identify: Identify | undefined,
): Promise<Caller> {
  return (await identify?.({ authInfo: auth })) ?? { owner: LOCAL_OWNER };
}

/**
 * Returns the owner whose limits apply. Visitors who are not admitted count by address and purpose; a gate never makes
 * such an owner.
 */
export function countedOwner(response: Response): string {
  const { caller, purpose = '' } = visitOf(response);
  return caller?.owner ?? `nobody at ${response.req.ip ?? ''} ${purpose}`;
}
