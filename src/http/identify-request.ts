import type { Request, RequestHandler, Response } from 'express';

import type { AuthInfo, Identify, Identity } from '../core/caller.js';
import { LOCAL_OWNER } from '../core/owner.js';

import { admittedIn } from './require-token.js';

const IDENTITY = 'identity';

/** Resolves whose request it is, once: by the gate, else by what a middleware in front has found out. */
export function identifyRequest(identify: Identify | undefined): RequestHandler {
  return async (request: Request & { readonly auth?: AuthInfo }, response, next) => {
    const identity =
      admittedIn(response)?.admission.identity ??
      (await identify?.({ authInfo: request.auth })) ??
      ({ owner: LOCAL_OWNER } satisfies Identity);
    response.locals[IDENTITY] = identity;
    next();
  };
}

/** Whose request it is. */
export function identityIn({ locals }: Response): Identity {
  return locals[IDENTITY] as Identity;
}
