/** Who sends a request, as one handler tells the next. */
import type { Request, Response } from 'express';

import type { AuthInfo, Caller, Identify } from '../../../core/person/caller.js';
import type { Grant, Presented } from '../../../core/person/gate.js';
import { LOCAL_OWNER } from '../../../core/person/owner.js';

/** A caller whom the gate has admitted. */
export interface Admitted {
  readonly grant: Grant;
  /** The presented token. It is checked again while the answer is open. */
  readonly presented: Presented;
}

const CALLER = 'caller';
const ADMITTED = 'admitted';

/** Finds the caller of a server without a gate, from a middleware in front. */
export async function identifyRequest(
  { auth }: Request & { readonly auth?: AuthInfo | undefined },
  identify: Identify | undefined,
): Promise<Caller> {
  return (await identify?.({ authInfo: auth })) ?? { owner: LOCAL_OWNER };
}

export function keepCaller({ locals }: Response, caller: Caller): void {
  locals[CALLER] = caller;
}

export function keepAdmitted(response: Response, admitted: Admitted): void {
  response.locals[ADMITTED] = admitted;
  keepCaller(response, admitted.grant.caller);
}

/** The admitted caller of a request; `undefined` without a gate. */
export function admittedIn({ locals }: Response): Admitted | undefined {
  return locals[ADMITTED] as Admitted | undefined;
}

/** `undefined` for a page whose visitor was not admitted. */
export function callerIn({ locals }: Response): Caller | undefined {
  return locals[CALLER] as Caller | undefined;
}

const PURPOSE = 'purpose';

/** Counts a visitor who is not admitted apart from the other visitors of the same address. */
export function countApart({ locals }: Response, purpose: string): void {
  locals[PURPOSE] = purpose;
}

/**
 * Returns the owner whose limits apply. Visitors who are not admitted count by address and purpose; a gate never makes
 * such an owner.
 */
export function countedOwner(response: Response): string {
  const { req, locals } = response;
  const nobody = `nobody at ${req.ip ?? ''}`;
  return callerIn(response)?.owner ?? `${nobody} ${String(locals[PURPOSE] ?? '')}`;
}
