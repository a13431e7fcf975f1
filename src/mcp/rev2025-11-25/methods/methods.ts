/** The methods of this generation. They use only core and the call layer, so any MCP SDK can host them. */
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Task } from '../../../core/task/task.js';
import { parseTaskIdParam, parseUriParam } from '../../../core/value/request-params.js';
import { PROGRESS_REFRESH_MS } from '../../../service/calls/answer/follow-task.js';
import { isTerminalTask, outcomeOf } from '../../../service/calls/answer/outcome.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import type { ServerIdentity } from '../../generation.js';
import { type Rows, toRows } from '../../row.js';
import type { TasksBinding } from '../request/binding.js';
import type { Exchange, Row } from '../request/exchange.js';
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
function reply(task: Task, { client }: Exchange, { statuses }: TasksBinding): WireTask {
  const wire = toWireTask(task);
  if (client.session !== undefined) statuses.replied(wire, client.session);
  return wire;
}

/** Waits for the end of a task, and shows its progress, status and questions meanwhile. */
async function waitUntilOver(
  exchange: Exchange,
  taskId: string,
  binding: TasksBinding,
): Promise<Task> {
  const { client, signal, connection } = exchange;
  const { tasks, tools } = binding;
  const shown = new TaskStream(exchange, binding, { namedTaskId: taskId, isWaiting: true });
  try {
    return await tasks.waitFor(exchange, taskId, {
      signal,
      until: (task) => isTerminalTask(task, protocol),
      onReading: async (task) => {
        connection.learn(taskId, client);
        const isFinal = isTerminalTask(task, protocol);
        const refusing = tools.keepsQuestions(task.toolName) ? undefined : client.askable;
        await shown.show(
          isFinal ? task : await refuseQuestions(exchange, task, tasks, { askable: refusing }),
        );
      },
      refreshMs: (task) =>
        shown.progressTokenOf(task) === undefined ? undefined : PROGRESS_REFRESH_MS,
    });
  } finally {
    shown.close();
  }
}

/**
 * Refuses a task's questions if the session that created it cannot show them on any stream. That client would poll
 * forever, and other clients do not get the questions.
 */
async function refuseForCreator(
  exchange: Exchange,
  task: Task,
  { tasks, tools }: TasksBinding,
): Promise<Task> {
  const { session, declared } = exchange.client;
  const isCreator = session !== undefined && task.origin?.session === session;
  if (!isCreator || isTerminalTask(task, protocol) || tools.keepsQuestions(task.toolName))
    return task;
  return refuseQuestions(exchange, task, tasks, { askable: declared });
}

function createTaskRows(binding: TasksBinding): readonly Row[] {
  const { tasks, canList } = binding;
  const rows: readonly Row[] = [
    {
      name: 'tasks/get',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      async run(exchange, params) {
        const task = await tasks.get(exchange, parseTaskIdParam(params));
        exchange.connection.learn(task.taskId, exchange.client);
        return reply(await refuseForCreator(exchange, task, binding), exchange, binding);
      },
    },
    {
      name: 'tasks/result',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'atOnce',
      async run(exchange, params) {
        const taskId = parseTaskIdParam(params);
        const outcome = outcomeOf(await waitUntilOver(exchange, taskId, binding), protocol);
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
        return reply(task, exchange, binding);
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
        tasks: page.tasks.map((task) => reply(task, exchange, binding)),
        nextCursor: page.nextCursor,
      };
    },
  };
  return [...rows, ...(canList ? [list] : [])].map(withTasks);
}

function createResourceRows({ template, read }: TaskResources): readonly Row[] {
  return [
    {
      name: 'resources/list',
      subject: 'none',
      scopes: 'ofServer',
      streams: 'never',
      // Each result links to its resource. A list would have an entry for every task.
      run: () => ({ resources: [] }),
    },
    {
      name: 'resources/templates/list',
      subject: 'none',
      scopes: 'ofServer',
      streams: 'never',
      run: () => ({ resourceTemplates: [{ ...template }] }),
    },
    {
      name: 'resources/read',
      subject: 'resource',
      scopes: 'ofServer',
      streams: 'atOnce',
      run: async (exchange, params) => ({
        contents: [{ ...(await read(parseUriParam(params), exchange)) }],
      }),
    },
  ];
}

/** Methods that the server does not offer are absent. */
export function createRows(identity: ServerIdentity, binding: TasksBinding): Rows<Row> {
  const { tools, resources } = binding;
  return toRows<Row>([
    ...createLifecycleRows(identity, binding),
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
    createCallTool(binding),
    ...createTaskRows(binding),
    ...(resources ? createResourceRows(resources) : []),
  ]);
}
