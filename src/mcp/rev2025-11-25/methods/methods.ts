/** The methods of this generation. They use only core and the call layer, so any MCP SDK can host them. */
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Task } from '../../../core/task/task.js';
import { asOwner } from '../../../core/task/viewer.js';
import { parseTaskIdParam, parseUriParam } from '../../../core/value/request-params.js';
import { PROGRESS_REFRESH_MS } from '../../../service/calls/answer/follow-task.js';
import { isTerminalTask, outcomeOf } from '../../../service/calls/answer/outcome.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import { anyParams, method, type MethodRow } from '../../method.js';
import type { TasksBinding } from '../binding.js';
import { TaskStream } from '../streams/task-stream.js';
import { parseCursorParam } from '../wire/from-wire.js';
import { methodNotFound, taskCancelled } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';
import {
  toWireTask,
  toWireTaskResult,
  toWireTool,
  type WireCreateTaskResult,
  type WireReadResourceResult,
  type WireResourceTemplate,
  type WireTask,
  type WireTool,
  type WireToolResult,
} from '../wire/to-wire.js';

import { createCallTool } from './call-tool.js';
import type { Method, RequestContext } from './request-context.js';

/** Keys are wire names. Methods that the server does not offer are absent. */
export interface Methods {
  readonly 'tools/list': Method<{ tools: WireTool[] }>;
  readonly 'tools/call': Method<WireCreateTaskResult | WireToolResult>;
  readonly 'tasks/get': Method<WireTask>;
  readonly 'tasks/result': Method<WireToolResult>;
  readonly 'tasks/cancel': Method<WireTask>;
  readonly 'tasks/list'?: Method<{ tasks: WireTask[]; nextCursor?: string }>;
  readonly 'resources/list'?: Method<{ resources: never[] }>;
  readonly 'resources/templates/list'?: Method<{ resourceTemplates: WireResourceTemplate[] }>;
  readonly 'resources/read'?: Method<WireReadResourceResult>;
}

/** Makes a task method. Connections of older revisions do not have it. */
function taskMethod<Params, Result extends object>(
  name: string,
  { params, run }: MethodRow<Params, RequestContext, Result>,
): Method<Result> {
  return async (value, context) => {
    if (!context.client.withTasks) throw methodNotFound(name);
    return run(params(value, context), context);
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

function createTaskMethods(binding: TasksBinding) {
  const { tasks, canList } = binding;
  return {
    'tasks/get': taskMethod('tasks/get', {
      params: parseTaskIdParam,
      async run(taskId, context) {
        const task = await tasks.get(asOwner(context.caller), taskId);
        context.onTaskKnown(task);
        return toWireTask(await refuseForCreator(task, context, binding));
      },
    }),

    'tasks/result': taskMethod('tasks/result', {
      params: parseTaskIdParam,
      async run(taskId, context) {
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
    }),

    'tasks/cancel': taskMethod('tasks/cancel', {
      params: parseTaskIdParam,
      run: async (taskId, { caller }) =>
        toWireTask(await tasks.cancel(asOwner(caller), taskId, { protocol })),
    }),

    ...(canList && {
      'tasks/list': taskMethod('tasks/list', {
        params: parseCursorParam,
        async run(cursor, { caller }) {
          const page = await tasks.list(asOwner(caller), cursor === undefined ? {} : { cursor });
          return {
            tasks: page.tasks.map(toWireTask),
            ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
          };
        },
      }),
    }),
  };
}

function createResourceMethods({ template, read }: TaskResources) {
  return {
    // Each result links to its resource. A list would have an entry for every task.
    'resources/list': method({ params: anyParams, run: () => ({ resources: [] }) }),

    'resources/templates/list': method({
      params: anyParams,
      run: () => ({ resourceTemplates: [{ ...template }] }),
    }),

    'resources/read': method({
      params: parseUriParam,
      run: async (uri, { caller }: RequestContext) => ({
        contents: [{ ...(await read(uri, { caller, protocol })) }],
      }),
    }),
  };
}

export function createMethods(binding: TasksBinding): Methods {
  const { tools, resources } = binding;
  return {
    'tools/list': method({
      params: anyParams,
      run: (_params, { caller, client }: RequestContext) => ({
        tools: tools.list(caller, client).map((tool) => toWireTool(tool, client.withTasks)),
      }),
    }),
    'tools/call': createCallTool(binding),
    ...createTaskMethods(binding),
    ...(resources && createResourceMethods(resources)),
  };
}
