/** Records requests before a generation sees them. */
import { randomUUID } from 'node:crypto';

import type { Request, RequestHandler, Response } from 'express';

import { type Audit, AuditEvent, type AuditOrigin } from '../../core/audit.js';
import { isTaskError } from '../../core/errors.js';
import { isRecord } from '../../core/value/is-record.js';
import { calledTool } from '../../core/value/request-params.js';

import { callerIn } from './identify-request.js';
import { sendError } from './json-rpc-failure.js';

/** Form of a proxy's request ID: nothing but an ID. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const ORIGIN = 'auditOrigin';
/** JSON-RPC: the server's own trouble, and none of the request's. */
const SERVER_ERROR = -32000;
/** Statuses of limits, and their words in the audit log. */
const LIMITS: Readonly<Record<number, string>> = { 413: 'tooLarge', 429: 'tooMany' };

function toCorrelationId(request: Request): string {
  const given = request.get('x-request-id');
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Everything that a request leads to is of its origin; and that it was more than is taken is written down. */
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
  const caller: unknown = callerIn(response);
  return isRecord(caller) ? String(caller['owner']) : undefined;
}

/** Goes on with the origin of a request whose turn another request may have begun. */
export function resumeAudit(audit: Audit): RequestHandler {
  return (_request, response, next) => {
    const origin = response.locals[ORIGIN] as AuditOrigin;
    audit.within({ ...origin, principal: ownerIn(response) }, next);
  };
}

/** A call of a tool is written down before anything is done for it, or refused. */
export function auditCalls(audit: Audit): RequestHandler {
  return (request, response, next) => {
    const tool = calledTool(request.body as unknown);
    try {
      if (tool !== undefined) {
        audit.mustRecordOnce({ event: AuditEvent.callAdmitted, outcome: 'begun', tool });
      }
      next();
    } catch (error) {
      if (!isTaskError(error)) throw error;
      const { message, retryAfterMs = 1_000 } = error;
      response.set('Retry-After', String(Math.ceil(retryAfterMs / 1_000)));
      const { id } = request.body as { readonly id?: unknown };
      sendError(response, 503, { code: SERVER_ERROR, message, id });
    }
  };
}
