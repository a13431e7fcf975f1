/** The methods of this generation. They use only core and the call layer, so any MCP SDK can host them. */
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Task } from '../../../core/task/task.js';
import { asOwner } from '../../../core/task/viewer.js';
import { parseTaskIdParam, parseUriParam } from '../../../core/value/request-params.js';
import { PROGRESS_REFRESH_MS } from '../../../service/calls/answer/follow-task.js';
import { isTerminalTask, outcomeOf } from '../../../service/calls/answer/outcome.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import type { ServerIdentity } from '../../generation.js';
import { type Rows, toRows } from '../../row.js';
import type { TasksBinding } from '../binding.js';
import { TaskStream } from '../streams/task-stream.js';
import { parseCursorParam } from '../wire/from-wire.js';
import { methodNotFound, taskCancelled } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';
import { toWireTask, toWireTaskResult, toWireTool } from '../wire/to-wire.js';

import { createCallTool } from './call-tool.js';
import { createLifecycleRows } from './lifecycle.js';
import type { RequestContext, Row } from './request-context.js';

/** Connections of older revisions do not have methods of tasks. */
function withTasks(row: Row): Row {
  return {
    ...row,
    run: (params, context) => {
      if (!context.client.withTasks) throw methodNotFound(row.name);
      return row.run(params, context);
    },
  };
}

/** Waits for the end of a task, and shows its progress, status and questions meanwhile. */
async function waitUntilOver(
  taskId: string,
  { caller, client: { askable }, signal, stream, onTaskKnown }: RequestContext,
  binding: TasksBinding,
): Promise<Task> {
  const { owner } = caller;
  const { tasks, tools } = binding;
  const shown = new TaskStream(stream, { binding, owner, namedTaskId: taskId, isWaiting: true });
  try {
    return await tasks.waitFor(asOwner(caller), taskId, {
      signal,
      until: (task) => isTerminalTask(task, protocol),
      onReading: async (task) => {
        onTaskKnown(task);
        const isFinal = isTerminalTask(task, protocol);
        const refusing = tools.keepsQuestions(task.toolName) ? {} : { askable };
        await shown.show(
          isFinal ? task : await refuseQuestions(task, { tasks, owner, ...refusing }),
        );
      },
      refreshMs: ({ origin }) =>
        origin?.progressToken === undefined ? undefined : PROGRESS_REFRESH_MS,
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
  task: Task,
  { caller: { owner }, client: { session, declared } }: RequestContext,
  { tasks, tools }: TasksBinding,
): Promise<Task> {
  const isCreator = session !== undefined && task.origin?.session === session;
  if (!isCreator || isTerminalTask(task, protocol) || tools.keepsQuestions(task.toolName))
    return task;
  return refuseQuestions(task, { tasks, owner, askable: declared });
}

function createTaskRows(binding: TasksBinding): readonly Row[] {
  const { tasks, canList } = binding;
  const rows: readonly Row[] = [
    {
      name: 'tasks/get',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      async run(params, context) {
        const task = await tasks.get(asOwner(context.caller), parseTaskIdParam(params));
        context.onTaskKnown(task);
        return toWireTask(await refuseForCreator(task, context, binding));
      },
    },
    {
      name: 'tasks/result',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'atOnce',
      async run(params, context) {
        const taskId = parseTaskIdParam(params);
        const outcome = outcomeOf(await waitUntilOver(taskId, context, binding), protocol);
        switch (outcome.kind) {
          case 'result':
            return toWireTaskResult(outcome.result, taskId);
          case 'error':
            throw new JsonRpcError(outcome.error);
          case 'cancelled':
            throw taskCancelled(taskId);
        }
      },
    },
    {
      name: 'tasks/cancel',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      run: async (params, { caller }) =>
        toWireTask(await tasks.cancel(asOwner(caller), parseTaskIdParam(params), { protocol })),
    },
  ];
  const list: Row = {
    name: 'tasks/list',
    subject: 'none',
    scopes: 'ofServer',
    streams: 'never',
    async run(params, { caller }) {
      const cursor = parseCursorParam(params);
      const page = await tasks.list(asOwner(caller), cursor === undefined ? {} : { cursor });
      return {
        tasks: page.tasks.map(toWireTask),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
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
      run: async (params, { caller }) => ({
        contents: [{ ...(await read(parseUriParam(params), { caller, protocol })) }],
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
      run: (_params, { caller, client }) => ({
        tools: tools.list(caller, client).map((tool) => toWireTool(tool, client.withTasks)),
      }),
    },
    createCallTool(binding),
    ...createTaskRows(binding),
    ...(resources ? createResourceRows(resources) : []),
  ]);
}
