import { type Audit, AuditEvent } from '../../core/audit.js';
import type { Gate, Presented, Refusal } from '../../core/person/gate.js';

import { CORRELATION_HEADER } from './explained-refusals.js';

/** Returns the reason of a refusal: `no_token`, the `error` in its body, or its status. */
function toReason({ authorization }: Presented, { body, status }: Refusal): string {
  if (authorization.length === 0 && status === 401) return 'no_token';
  return typeof body['error'] === 'string' ? body['error'] : String(status);
}

export function auditGate(gate: Gate, audit: Audit): Gate {
  return {
    get metadata() {
      return gate.metadata;
    },
    authenticate: async (presented) => {
      const verdict = await gate.authenticate(presented);
      if (verdict.kind === 'refused') {
        const reason = toReason(presented, verdict.refusal);
        const outcome = verdict.refusal.status >= 500 ? 'failed' : 'refused';
        const refusalId = verdict.refusal.headers[CORRELATION_HEADER];
        audit.record({ event: AuditEvent.authenticationFailed, outcome, reason, refusalId });
      }
      return verdict;
    },
    authorize: (grant, tools) => {
      const refusal = gate.authorize(grant, tools);
      if (refusal) {
        const { owner: principal } = grant.caller;
        const refusalId = refusal.headers[CORRELATION_HEADER];
        const [tool] = tools;
        const about = { principal, tool, reason: 'insufficient_scope', refusalId };
        audit.record({ ...about, event: AuditEvent.callRefused, outcome: 'refused' });
      }
      return refusal;
    },
  };
}
