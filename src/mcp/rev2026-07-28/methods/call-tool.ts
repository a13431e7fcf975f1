import { hasCode, TaskErrorCode } from '../../../core/errors.js';
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Sealer } from '../../../core/sealer.js';
import { invalidParams } from '../../../core/value/request-params.js';
import { isTerminalTask } from '../../../service/calls/answer/outcome.js';
import { ReportedProgress } from '../../../service/calls/answer/reported-progress.js';
import type { CallOutcome, CallProgress, CallReply } from '../../../service/calls/call/tool.js';
import type { Toolbox } from '../../../service/calls/toolbox.js';
import type { Row } from '../request/exchange.js';
import { parseToolCall, type ToolCall } from '../wire/from-wire.js';
import { toWireError } from '../wire/json-rpc-error.js';
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

import { cannotBeAsked, requireTasks } from './require-capability.js';

type WireCallReply = WireCreateTaskResult | WireToolResult | WireInputRequiredResult;

export interface CallToolOptions {
  readonly tools: Toolbox;
  readonly sealer: Sealer;
}

/** Reports to a call's client its progress, and that the work continues. */
function createProgressReporter(
  { send, waits }: Exchange,
  { progressToken }: ToolCall,
): Exchange['show'] {
  const reported = new ReportedProgress(Date.now());
  return async (task) => {
    if (!isTerminalTask(task, protocol)) waits();
    if (progressToken === undefined) return;
    const progress = reported.next(task, Date.now());
    if (!progress) return;
    await send({ method: 'notifications/progress', params: { progressToken, ...progress } });
  };
}

function toWireOutcome(outcome: CallOutcome): WireToolResult {
  if (outcome.kind === 'error') throw new JsonRpcError(toWireError(outcome.error));
  return toWireToolResult(outcome.result);
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
      return toWireCreateTaskResult(reply.task, reply);
    case 'unaskable':
      throw cannotBeAsked(reply.lacking, reply.message);
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
  requestState: string | undefined,
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
    async run(exchange, params) {
      const { caller, client } = exchange;
      const parsed = parseToolCall(params);
      const { inputResponses: answers, requestState, ...request } = parsed;
      const { name: toolName, input } = parsed;
      const identity = { owner: caller.owner, toolName, input };
      const progress = await openProgress(requestState, identity, sealer);
      const stance = client.usesTasks ? 'takes' : 'declines';
      const show = createProgressReporter(exchange, parsed);
      try {
        const call = { ...request, stance, progress, answers } as const;
        return await toWireReply(await tools.call({ ...exchange, show }, call), identity, sealer);
      } catch (error) {
        if (hasCode(error, TaskErrorCode.taskRequired)) requireTasks(client, toolName);
        throw error;
      }
    },
  };
}
