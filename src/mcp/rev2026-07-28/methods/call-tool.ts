import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Sealer } from '../../../core/sealer.js';
import type { Task } from '../../../core/task/task.js';
import { TaskSupport } from '../../../core/tool/tool-definition.js';
import type { TaskOutcome } from '../../../core/tool/tool-result.js';
import { invalidParams } from '../../../core/value/request-params.js';
import { isTerminalTask } from '../../../service/calls/answer/outcome.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';
import type { CallContext, CallProgress, CallReply } from '../../../service/calls/tool.js';
import type { Toolbox } from '../../../service/calls/toolbox.js';
import { parseToolCall, type ToolCall } from '../wire/from-wire.js';
import { callCancelled, toWireError } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';
import { type CallIdentity, openRequestState, sealRequestState } from '../wire/request-state.js';
import {
  toWireCreateTaskResult,
  toWireInputRequiredResult,
  toWireToolResult,
  type WireCreateTaskResult,
  type WireInputRequiredResult,
  type WireToolResult,
} from '../wire/to-wire.js';

import type { RequestContext, Row } from './request-context.js';
import { cannotBeAsked, requireTasks } from './require-capability.js';

type WireCallReply = WireCreateTaskResult | WireToolResult | WireInputRequiredResult;

export interface CallToolOptions {
  readonly tools: Toolbox;
  readonly sealer: Sealer;
}

/** Reports to a call's client its progress, and that the work continues. */
function createProgressReporter(
  { progressToken }: ToolCall,
  { notify, onWaiting }: RequestContext,
): (task: Task) => Promise<void> {
  const told = new ReportedProgress(Date.now());
  return async (task) => {
    if (!isTerminalTask(task, protocol)) onWaiting();
    if (progressToken === undefined) return;
    const progress = told.next(task, Date.now());
    if (!progress) return;
    await notify({ method: 'notifications/progress', params: { progressToken, ...progress } });
  };
}

function toCallContext(call: ToolCall, context: RequestContext): CallContext {
  const { caller, client, signal, isWithdrawn } = context;
  return {
    caller,
    protocol,
    // Replies carry the questions, so the call's stream has none.
    client: { ...client, show: createProgressReporter(call, context) },
    signal,
    isWithdrawn,
  };
}

function toWireOutcome(outcome: TaskOutcome): WireToolResult {
  switch (outcome.kind) {
    case 'result':
      return toWireToolResult(outcome.result);
    case 'error':
      throw new JsonRpcError(toWireError(outcome.error));
    case 'cancelled':
      throw callCancelled();
  }
}

async function toWireReply(
  reply: CallReply,
  identity: CallIdentity,
  sealer: Sealer,
): Promise<WireCallReply> {
  switch (reply.kind) {
    case 'ended':
      return toWireOutcome(reply.outcome);
    case 'task':
      return toWireCreateTaskResult(reply.task, reply.hasJoined);
    case 'unaskable':
      throw cannotBeAsked(reply.lacking);
    case 'questions': {
      const { requests, progress, lifetimeMs } = reply;
      const requestState = await sealRequestState(sealer, identity, {
        state: progress,
        lifetimeMs,
      });
      return toWireInputRequiredResult(requests, requestState);
    }
  }
}

async function openProgress(
  { requestState }: ToolCall,
  identity: CallIdentity,
  sealer: Sealer,
): Promise<CallProgress | undefined> {
  if (requestState === undefined) return undefined;
  const progress = await openRequestState(sealer, identity, requestState);
  if (progress) return progress;
  throw invalidParams(
    '"requestState" is not from this call, or has expired. Call the tool again without it.',
  );
}

export function createCallTool({ tools, sealer }: CallToolOptions): Row {
  return {
    name: 'tools/call',
    subject: 'tool',
    scopes: 'ofTool',
    streams: 'onWait',
    isCacheable: false,
    async run(params, context) {
      const call = parseToolCall(params);
      const { caller, client } = context;
      const tool = tools.find(call.name, caller);
      if (tool.listing.taskSupport === TaskSupport.required) requireTasks(client);
      const { name, input, progressToken, idempotencyKey, inputResponses } = call;
      const identity: CallIdentity = { owner: caller.owner, toolName: name, input };
      const progress = await openProgress(call, identity, sealer);
      const stance = client.usesTasks ? 'takes' : 'declines';
      const request = { name, input, progressToken, idempotencyKey, stance, progress } as const;
      const reply = await tool.call(
        { ...request, answers: inputResponses },
        toCallContext(call, context),
      );
      return toWireReply(reply, identity, sealer);
    },
  };
}
