import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import { GivenUpQuestions } from '../../../core/question/given-up-questions.js';
import type { Task } from '../../../core/task/task.js';
import { toErrorResult } from '../../../core/tool/tool-result.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { CallOutcome, CallReply } from '../../../service/calls/call/tool.js';
import type { Row } from '../request/exchange.js';
import type { Rev2025 } from '../request/served.js';
import { TaskStream } from '../streams/task-stream.js';
import { hasTasks } from '../wire/capabilities.js';
import { parseToolCall } from '../wire/from-wire.js';
import {
  toWireCreateTaskResult,
  toWireToolResult,
  type WireCreateTaskResult,
  type WireToolResult,
} from '../wire/to-wire.js';

type WireCallReply = WireCreateTaskResult | WireToolResult;

function toWireOutcome(outcome: CallOutcome, revision: string | undefined): WireToolResult {
  if (outcome.kind === 'error') throw new JsonRpcError(outcome.error);
  return toWireToolResult(outcome.result, revision);
}

function toWireReply(
  reply: CallReply,
  asksForTask: boolean,
  revision: string | undefined,
): WireCallReply {
  switch (reply.kind) {
    case 'ended':
      return toWireOutcome(reply.outcome, revision);
    case 'task':
      return toWireCreateTaskResult(reply.task, reply);
    case 'unaskable':
      if (asksForTask) throw new TaskError(TaskErrorCode.invalidParams, reply.message);
      return toWireToolResult(toErrorResult(reply.message));
    case 'questions':
      throw new Error('In this generation, questions do not travel in replies.');
  }
}

export function createCallTool(rev: Rev2025): Row {
  const { tools, memory } = rev;
  return {
    name: 'tools/call',
    subject: 'tool',
    scopes: 'ofTool',
    // A call that gets a task has no stream, unless it asks before. A revision without tasks ignores `task`.
    streams(params, { caller, client }) {
      const { name, task } = isRecord(params) ? params : ({} as Record<string, unknown>);
      if (task === undefined || !hasTasks(client.protocolVersion)) return 'atOnce';
      return typeof name === 'string' && tools.asksBeforeStart(name, caller) ? 'atOnce' : 'never';
    },
    async run(exchange, params) {
      const { client, connection, signal } = exchange;
      const call = parseToolCall(params, hasTasks(client.protocolVersion));
      const givenUp = new GivenUpQuestions();
      const onGivenUp = givenUp.add.bind(givenUp);
      const { progressToken } = call;
      const options = { isWaiting: true, progressToken, onGivenUp };
      const stream = new TaskStream(exchange, rev, options);
      const show = async (task: Task, endsAtMs: number): Promise<void> =>
        stream.show(task, endsAtMs);
      try {
        const reply = await tools.call({ ...exchange, show, givenUp }, call);
        if (reply.kind === 'task') {
          if (client.session !== undefined) memory.gaveTask(client.session);
          connection.learn(reply.task.taskId, client);
        }
        return toWireReply(reply, call.stance === 'asksFor', client.protocolVersion);
      } finally {
        stream.close(!signal.aborted);
      }
    },
  };
}
