import { type Audit, AuditEvent } from '../../core/audit.js';
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { Exchange } from '../../core/request/exchange.js';

import type { CallReply } from './call/tool.js';

/** Errors in the call itself, or rules of this server. No work has started. */
const REFUSALS: readonly TaskErrorCode[] = [
  TaskErrorCode.invalidArguments,
  TaskErrorCode.invalidParams,
  TaskErrorCode.taskRequired,
  TaskErrorCode.taskForbidden,
  TaskErrorCode.idempotencyConflict,
  TaskErrorCode.workflowIdInUse,
  TaskErrorCode.busy,
];

/** The reason why a reply refuses its call; `undefined` for other replies. */
function toRefusal(reply: CallReply): string | undefined {
  if (reply.kind === 'unaskable') return 'unaskable';
  const isToolError =
    reply.kind === 'ended' &&
    reply.taskId === undefined &&
    reply.outcome.kind === 'result' &&
    reply.outcome.result.isError === true;
  return isToolError ? 'toolError' : undefined;
}

/** Records a call of a tool that the caller does not have. */
export function recordUnknown(
  audit: Audit | undefined,
  { caller }: Exchange,
  tool: string,
  exists: boolean,
): void {
  const about = { principal: caller.owner, tool, reason: exists ? 'notAllowed' : 'unknownTool' };
  audit?.record({ ...about, event: AuditEvent.callRefused, outcome: 'refused' });
}

/** Records a call before it is carried out, and its refusal or failure afterwards. */
export async function auditCall(
  audit: Audit | undefined,
  { caller, client }: Exchange,
  tool: string,
  call: () => Promise<CallReply>,
): Promise<CallReply> {
  if (!audit) return call();
  if (client.name !== undefined) audit.note({ client: client.name });
  const about = { principal: caller.owner, tool };
  audit.record({ ...about, event: AuditEvent.callAdmitted, outcome: 'begun' });
  const refused = { ...about, event: AuditEvent.callRefused };
  try {
    const reply = await call();
    const reason = toRefusal(reply);
    if (reason !== undefined) audit.record({ ...refused, outcome: 'refused', reason });
    return reply;
  } catch (error) {
    const reason = isTaskError(error) ? error.code : TaskErrorCode.internal;
    const outcome = REFUSALS.includes(reason) ? 'refused' : 'failed';
    audit.record({ ...refused, outcome, reason });
    throw error;
  }
}
