import { type Audit, AuditEvent } from '../../core/audit.js';
import { isTaskError, TaskErrorCode } from '../../core/errors.js';

import type { CallReply, Tool } from './tool.js';
import type { Toolbox } from './toolbox.js';

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

function auditTool(tool: Tool, audit: Audit): Tool {
  const { name } = tool.listing;
  return {
    ...tool,
    call: async (request, context) => {
      const { owner } = context.caller;
      const { clientName } = context.client;
      if (clientName !== undefined) audit.note({ client: clientName });
      const call = { principal: owner, tool: name };
      audit.record({ ...call, event: AuditEvent.callAdmitted, outcome: 'begun' });
      const about = { ...call, event: AuditEvent.callRefused };
      try {
        const reply = await tool.call(request, context);
        const reason = toRefusal(reply);
        if (reason !== undefined) audit.record({ ...about, outcome: 'refused', reason });
        return reply;
      } catch (error) {
        const reason = isTaskError(error) ? error.code : TaskErrorCode.internal;
        const outcome = REFUSALS.includes(reason) ? 'refused' : 'failed';
        audit.record({ ...about, outcome, reason });
        throw error;
      }
    },
  };
}

/** Wraps a toolbox: records calls before they are carried out, and refused ones. */
export function auditToolbox(toolbox: Toolbox, audit: Audit): Toolbox {
  return {
    ...toolbox,
    find: (name, caller) => {
      try {
        return auditTool(toolbox.find(name, caller), audit);
      } catch (error) {
        const reason = toolbox.has(name) ? 'notAllowed' : 'unknownTool';
        const about = { principal: caller.owner, tool: name, reason };
        audit.record({ ...about, event: AuditEvent.callRefused, outcome: 'refused' });
        throw error;
      }
    },
  };
}
