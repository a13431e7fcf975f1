/** Adds audit records of requests, before a generation sees them. */
import { randomUUID } from 'node:crypto';

import type { Request, RequestHandler, Response } from 'express';

import { type Audit, AuditEvent, type AuditOrigin } from '../../../core/audit.js';
import { limitText } from '../../../core/value/client-limits.js';
import { callerIn } from '../request/identify-request.js';

/** Accepted form of a proxy's request ID. */
const REQUEST_ID = /^[A-Za-z0-9._:-]+$/;
const ORIGIN = 'auditOrigin';
/** Statuses of exceeded limits, with their words in the audit log. */
const LIMITS: Readonly<Record<number, string>> = { 413: 'tooLarge', 429: 'tooMany' };

function toCorrelationId(request: Request): string {
  const given = limitText('correlationId', request.get('x-request-id') ?? '');
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Gives all records of a request its origin, and records refusals by limits. */
export function auditRequests(audit: Audit): RequestHandler {
  return (request, response, next) => {
    const origin = {
      address: request.ip,
      transport: 'http',
      correlationId: toCorrelationId(request),
    } as const;
    response.locals[ORIGIN] = origin satisfies AuditOrigin;
    audit.within(origin, () => {
      response.once('finish', () => {
        const reason = LIMITS[response.statusCode];
        if (reason === undefined) return;
        const principal = ownerIn(response);
        audit.within({ ...origin, principal }, () => {
          audit.record({ event: AuditEvent.callRefused, outcome: 'refused', reason });
        });
      });
      next();
    });
  };
}

function ownerIn(response: Response): string | undefined {
  return callerIn(response)?.owner;
}

/** Adds the caller to the origin of a request. */
export function resumeAudit(audit: Audit): RequestHandler {
  return (_request, response, next) => {
    const origin = response.locals[ORIGIN] as AuditOrigin;
    audit.within({ ...origin, principal: ownerIn(response) }, next);
  };
}
