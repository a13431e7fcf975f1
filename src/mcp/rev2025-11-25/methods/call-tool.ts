import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { ToolListing } from '../../../core/tool/tool-definition.js';
import { type TaskOutcome, toErrorResult } from '../../../core/tool/tool-result.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { CallReply } from '../../../service/calls/tool.js';
import type { TasksBinding } from '../binding.js';
import { TaskStream } from '../streams/task-stream.js';
import { hasTasks } from '../wire/capabilities.js';
import { parseToolCall } from '../wire/from-wire.js';
import { taskCancelled } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';
import {
  toWireCreateTaskResult,
  toWireToolResult,
  type WireCreateTaskResult,
  type WireToolResult,
} from '../wire/to-wire.js';

import type { Row } from './request-context.js';

type WireCallReply = WireCreateTaskResult | WireToolResult;

function toWireOutcome(outcome: TaskOutcome, taskId: string | undefined): WireToolResult {
  switch (outcome.kind) {
    case 'result':
      return toWireToolResult(outcome.result);
    case 'error':
      throw new JsonRpcError(outcome.error);
    case 'cancelled':
      throw taskCancelled(taskId);
  }
}

function toWireReply(
  reply: CallReply,
  { tool, asksForTask }: { readonly tool: ToolListing; readonly asksForTask: boolean },
): WireCallReply {
  switch (reply.kind) {
    case 'ended':
      return toWireOutcome(reply.outcome, reply.taskId);
    case 'task':
      return toWireCreateTaskResult(reply.task, tool, reply.hasJoined);
    case 'unaskable':
      if (asksForTask) throw new TaskError(TaskErrorCode.invalidParams, reply.message);
      return toWireToolResult(toErrorResult(reply.message));
    case 'questions':
      throw new Error('In this generation, questions do not travel in replies.');
  }
}

export function createCallTool(binding: TasksBinding): Row {
  const { tools, desk, taskSessions } = binding;
  return {
    name: 'tools/call',
    subject: 'tool',
    scopes: 'ofTool',
    // A call that gets a task has no stream, unless it asks before. A revision without tasks ignores `task`.
    streams(params, { caller, protocolVersion }) {
      const { name, task } = isRecord(params) ? params : ({} as Record<string, unknown>);
      if (task === undefined || !hasTasks(protocolVersion)) return 'atOnce';
      return typeof name === 'string' && tools.asksBeforeStart(name, caller) ? 'atOnce' : 'never';
    },
    async run(params, { caller, client, stream, signal, isWithdrawn, onTaskKnown }) {
      const call = parseToolCall(params, client.withTasks);
      const tool = tools.find(call.name, caller);
      const { owner } = caller;
      const shown = new TaskStream(stream, { binding, owner, isWaiting: true });
      try {
        const reply = await tool.call(call, {
          caller,
          protocol,
          signal,
          isWithdrawn,
          client: {
            ...client,
            ask: async (request, asking) =>
              desk.beforeStart.ask(request, stream, { owner, signal: asking }),
            show: async (task) => shown.show(task),
          },
        });
        if (reply.kind === 'task') {
          if (client.session !== undefined) taskSessions.add(client.session);
          onTaskKnown(reply.task);
        }
        return toWireReply(reply, { tool: tool.listing, asksForTask: call.stance === 'asksFor' });
      } finally {
        shown.close();
      }
    },
  };
}
