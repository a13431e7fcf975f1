/** The one list of steps before an answer, for messages of MCP and for pages. */
import type { Request, RequestHandler, Response } from 'express';

import type { Audit } from '../../../core/audit.js';
import type { Identify } from '../../../core/person/caller.js';
import type { Gate, Presented, Refusal } from '../../../core/person/gate.js';
import type { Excess, RequestLimiter } from '../limits/request-limiter.js';
import { countedOwner, identifyRequest, visitOf } from '../request/visit.js';
import { refuseUnknownToWeb } from '../request/web-exchange.js';

import { auditRequests, resumeAudit } from './audit-requests.js';

export interface AdmissionOptions {
  readonly gate?: Gate | undefined;
  readonly identify?: Identify | undefined;
  readonly audit?: Audit | undefined;
  /** Counts the requests of MCP and of pages together. Absent: no limits. */
  readonly limiter: RequestLimiter | undefined;
}

/** The form in which a client presents its token and its body, and learns of a refusal. */
export interface Entrance {
  /** Returns the credentials of a request. Absent: it shows none, and continues without a caller. */
  readonly present: (
    request: Request,
    response: Response,
  ) => Presented | undefined | Promise<Presented | undefined>;
  /** Tells the client of the gate's refusal. Returns true if the request continues without a caller. */
  readonly refuse: (response: Response, refusal: Refusal) => boolean;
  /** Tells the client of an exceeded limit. Returns true if the request continues. */
  readonly refuseExcess: (response: Response, excess: Excess) => boolean;
  /** Read the body, and wait until the turn of the request's owner has come. */
  readonly bodies: readonly RequestHandler[];
}

/** Finds the caller of a request: from the gate, or else from a middleware in front. */
function authenticate({ gate, identify }: AdmissionOptions, entrance: Entrance): RequestHandler {
  return async (request, response, next) => {
    const visit = visitOf(response);
    if (!gate) {
      visit.caller = await identifyRequest(request, identify);
      next();
      return;
    }
    const presented = await entrance.present(request, response);
    if (!presented) {
      next();
      return;
    }
    const verdict = await gate.authenticate(presented);
    if (response.closed) return;
    if (verdict.kind === 'admitted') {
      visit.admitted = { grant: verdict.grant, presented };
      visit.caller = verdict.grant.caller;
      next();
    } else if (entrance.refuse(response, verdict.refusal)) next();
  };
}

/** Counts a request before its body is read. */
function limit(limiter: RequestLimiter, entrance: Entrance): RequestHandler {
  return (_request, response, next) => {
    const excess = limiter.count(countedOwner(response), response);
    const continues = !excess || entrance.refuseExcess(response, excess);
    if (continues && !response.closed) next();
  };
}

/** Returns the handlers before the answer, in this order: caller, limits, body. */
export function admit(options: AdmissionOptions, entrance: Entrance): readonly RequestHandler[] {
  const { audit, limiter } = options;
  return [
    refuseUnknownToWeb,
    ...(audit ? [auditRequests(audit)] : []),
    authenticate(options, entrance),
    ...(limiter ? [limit(limiter, entrance)] : []),
    ...entrance.bodies,
    ...(audit ? [resumeAudit(audit)] : []),
  ];
}
