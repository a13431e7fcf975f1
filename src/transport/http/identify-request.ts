import type { Request, RequestHandler, Response } from 'express';

import type { AuthInfo, Identify, Caller } from '../../core/person/caller.js';
import { LOCAL_OWNER } from '../../core/person/owner.js';

import { admittedIn } from './require-token.js';

const CALLER = 'caller';

/** Finds the caller of a request and keeps it: from the gate, or else from a middleware in front. */
export function identifyRequest(identify: Identify | undefined): RequestHandler {
  return async (request: Request & { readonly auth?: AuthInfo }, response, next) => {
    response.locals[CALLER] =
      admittedIn(response)?.grant.caller ?? (await identifyWithoutGate(request, identify));
    next();
  };
}

export async function identifyWithoutGate(
  { auth }: Request & { readonly auth?: AuthInfo },
  identify: Identify | undefined,
): Promise<Caller> {
  return (await identify?.({ authInfo: auth })) ?? { owner: LOCAL_OWNER };
}

export function keepCaller({ locals }: Response, caller: Caller): void {
  locals[CALLER] = caller;
}

export function callerIn({ locals }: Response): Caller {
  return locals[CALLER] as Caller;
}
