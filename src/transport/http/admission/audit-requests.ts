/** Adds audit records of requests, before a generation sees them. */
import { randomUUID } from 'node:crypto';

import type { Request, RequestHandler } from 'express';

import { type Audit, AuditEvent } from '../../../core/audit.js';
import { limitText } from '../../../core/value/client-limits.js';
import { visitOf } from '../request/visit.js';

/** Accepted form of a proxy's request ID. */
const REQUEST_ID = /^[A-Za-z0-9._:-]+$/;
/** Statuses of exceeded limits, with their words in the audit log. */
const LIMITS: Readonly<Record<number, string>> = { 413: 'tooLarge', 429: 'tooMany' };

function toCorrelationId(request: Request): string {
  const requestId = limitText('correlationId', request.get('x-request-id') ?? '');
  return requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID();
}

/** Gives all records of a request its origin, and records refusals by limits. */
export function auditRequests(audit: Audit): RequestHandler {
  return (request, response, next) => {
    const origin = {
      address: request.ip,
      transport: 'http',
      correlationId: toCorrelationId(request),
    } as const;
    const visit = visitOf(response);
    visit.auditOrigin = origin;
    audit.within(origin, () => {
      response.once('finish', () => {
        const reason = LIMITS[response.statusCode];
        if (reason === undefined) return;
        audit.within({ ...origin, principal: visit.caller?.owner }, () => {
          audit.record({ event: AuditEvent.callRefused, outcome: 'refused', reason });
        });
      });
      next();
    });
  };
}

/** Adds the caller to the origin of a request. */
export function resumeAudit(audit: Audit): RequestHandler {
  return (_request, response, next) => {
    const { auditOrigin, caller } = visitOf(response);
    audit.within({ ...auditOrigin, principal: caller?.owner }, next);
  };
}
