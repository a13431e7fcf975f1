import type { Request, RequestHandler, Response } from 'express';

import type { AuthInfo, Identify, Identity } from '../../core/person/caller.js';
import { LOCAL_OWNER } from '../../core/person/owner.js';

import { admittedIn } from './require-token.js';

const IDENTITY = 'identity';

/** Finds the caller of a request, once: by the gate, else by a middleware in front. */
export function identifyRequest(identify: Identify | undefined): RequestHandler {
  return async (request: Request & { readonly auth?: AuthInfo }, response, next) => {
    response.locals[IDENTITY] =
      admittedIn(response)?.admission.identity ?? (await identifyWithoutGate(request, identify));
    next();
  };
}

/** Names the caller if there is no gate. */
export async function identifyWithoutGate(
  { auth }: Request & { readonly auth?: AuthInfo },
  identify: Identify | undefined,
): Promise<Identity> {
  return (await identify?.({ authInfo: auth })) ?? { owner: LOCAL_OWNER };
}

/** Keeps the caller of a request with its answer. */
export function keepIdentity({ locals }: Response, identity: Identity): void {
  locals[IDENTITY] = identity;
}

/** The caller of the request. */
export function identityIn({ locals }: Response): Identity {
  return locals[IDENTITY] as Identity;
}
