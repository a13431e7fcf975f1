/** The methods of this generation. They use only core and the call layer, so any MCP SDK can host them. */
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Task } from '../../../core/task/task.js';
import { parseTaskIdParam } from '../../../core/value/request-params.js';
import { PROGRESS_REFRESH_MS } from '../../../service/calls/answer/follow-task.js';
import { isTerminalTask, outcomeOf } from '../../../service/calls/answer/outcome.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import { toResourceRows } from '../../resource-rows.js';
import { type Rows, toRows } from '../../row.js';
import type { Exchange, Row } from '../request/exchange.js';
import type { Rev2025 } from '../request/served.js';
import { TaskStream } from '../streams/task-stream.js';
import { hasTasks } from '../wire/capabilities.js';
import { parseCursorParam } from '../wire/from-wire.js';
import { methodNotFound, taskCancelled } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';
import { toWireTask, toWireTaskResult, toWireTool, type WireTask } from '../wire/to-wire.js';

import { createCallTool } from './call-tool.js';
import { createLifecycleRows } from './lifecycle.js';

/** Connections of older revisions do not have methods of tasks. */
function withTasks(row: Row): Row {
  return {
    ...row,
    run: (exchange, params) => {
      if (!hasTasks(exchange.client.protocolVersion)) throw methodNotFound(row.name);
      return row.run(exchange, params);
    },
  };
}

/** Converts a task for a reply, which tells the client's session its status. */
function toTaskReply(task: Task, { client }: Exchange, { memory }: Rev2025): WireTask {
  const wire = toWireTask(task);
  if (client.session !== undefined) memory.statuses.replied(wire, client.session);
  return wire;
}

/** Waits for the end of a task, and shows its progress, status and questions meanwhile. */
async function waitUntilOver(exchange: Exchange, taskId: string, rev: Rev2025): Promise<Task> {
  const { client, signal, connection } = exchange;
  const { tasks, tools } = rev;
  const stream = new TaskStream(exchange, rev, { namedTaskId: taskId, isWaiting: true });
  try {
    return await tasks.waitFor(exchange, taskId, {
      signal,
      until: (task) => isTerminalTask(task, protocol),
      onReading: async (task) => {
        connection.learn(taskId, client);
        const isFinal = isTerminalTask(task, protocol);
        const askable = tools.keepsQuestions(task.toolName) ? undefined : client.askable;
        await stream.show(
          isFinal ? task : await refuseQuestions(exchange, task, tasks, { askable }),
        );
      },
      refreshMs: (task) =>
        stream.progressTokenOf(task) === undefined ? undefined : PROGRESS_REFRESH_MS,
    });
  } finally {
    stream.close();
  }
}

/**
 * Refuses a task's questions if the session that created it cannot show them on any stream. That client would poll
 * forever, and other clients do not get the questions.
 */
async function refuseForCreator(
  exchange: Exchange,
  task: Task,
  { tasks, tools }: Rev2025,
): Promise<Task> {
  const { session, declared } = exchange.client;
  const isCreator = session !== undefined && task.origin?.session === session;
  if (!isCreator || isTerminalTask(task, protocol) || tools.keepsQuestions(task.toolName))
    return task;
  return refuseQuestions(exchange, task, tasks, { askable: declared });
}

function createTaskRows(rev: Rev2025): readonly Row[] {
  const { tasks, canList } = rev;
  const rows: readonly Row[] = [
    {
      name: 'tasks/get',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      async run(exchange, params) {
        const task = await tasks.get(exchange, parseTaskIdParam(params));
        exchange.connection.learn(task.taskId, exchange.client);
        return toTaskReply(await refuseForCreator(exchange, task, rev), exchange, rev);
      },
    },
    {
      name: 'tasks/result',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'atOnce',
      async run(exchange, params) {
        const taskId = parseTaskIdParam(params);
        const outcome = outcomeOf(await waitUntilOver(exchange, taskId, rev), protocol);
        switch (outcome.kind) {
          case 'result':
            return toWireTaskResult(outcome.result, taskId);
          case 'error':
            throw new JsonRpcError(outcome.error);
          case 'cancelled':
            throw taskCancelled(taskId, outcome.reason);
        }
      },
    },
    {
      name: 'tasks/cancel',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      async run(exchange, params) {
        const task = await tasks.cancel(exchange, parseTaskIdParam(params), { protocol });
        return toTaskReply(task, exchange, rev);
      },
    },
  ];
  const list: Row = {
    name: 'tasks/list',
    subject: 'none',
    scopes: 'ofServer',
    streams: 'never',
    async run(exchange, params) {
      const cursor = parseCursorParam(params);
      const page = await tasks.list(exchange, cursor === undefined ? {} : { cursor });
      return {
        tasks: page.tasks.map((task) => toTaskReply(task, exchange, rev)),
        nextCursor: page.nextCursor,
      };
    },
  };
  return [...rows, ...(canList ? [list] : [])].map(withTasks);
}

/** Methods that the server does not offer are absent. */
export function createRows(rev: Rev2025): Rows<Row> {
  const { tools, resources } = rev;
  return toRows<Row>([
    ...createLifecycleRows(rev),
    {
      name: 'tools/list',
      subject: 'none',
      scopes: 'ofServer',
      streams: 'never',
      run: ({ caller, client }) => {
        const withTasks = hasTasks(client.protocolVersion);
        return { tools: tools.list(caller, client).map((tool) => toWireTool(tool, withTasks)) };
      },
    },
    createCallTool(rev),
    ...createTaskRows(rev),
    ...(resources ? toResourceRows(resources, 'atOnce') : []),
  ]);
}
