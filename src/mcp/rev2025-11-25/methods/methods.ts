/** The methods of this generation, one function each, on core alone: any MCP SDK can host them. */
import { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { Task } from '../../../core/task/task.js';
import { parseTaskIdParam, parseUriParam } from '../../../core/value/request-params.js';
import { PROGRESS_REFRESH_MS } from '../../../service/calls/answer/follow-task.js';
import { isTerminalTask, outcomeOf } from '../../../service/calls/answer/outcome.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import { createEventMethods, EVENT_METHODS, type EventMethodName } from '../../event-methods.js';
import type { TasksBinding } from '../binding.js';
import { TaskStream } from '../streams/task-stream.js';
import { parseCursorParam } from '../wire/from-wire.js';
import { methodNotFound, taskCancelled, toErrorObject } from '../wire/json-rpc-error.js';
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
import type { TaskCaller } from './task-caller.js';

/** Each method by its name on the wire. */
const METHOD_NAMES = {
  'tools/list': 'listTools',
  'tools/call': 'callTool',
  'tasks/get': 'getTask',
  'tasks/result': 'getTaskResult',
  'tasks/list': 'listTasks',
  'tasks/cancel': 'cancelTask',
  'resources/list': 'listResources',
  'resources/templates/list': 'listResourceTemplates',
  'resources/read': 'readResource',
} as const satisfies Readonly<Record<string, keyof Methods>>;
/** The names of all of them. */
export const ALL_METHODS = [...Object.keys(METHOD_NAMES), ...EVENT_METHODS] as MethodName[];
/** One of them. */
export type MethodName = keyof typeof METHOD_NAMES | EventMethodName;

/** The method of a name. */
export function methodNamed(methods: Methods, name: MethodName): Method<object> {
  return name in METHOD_NAMES
    ? methods[METHOD_NAMES[name as keyof typeof METHOD_NAMES]]
    : methods.events[name as EventMethodName];
}

/** The methods that a server of this generation answers. */
export interface Methods {
  readonly listTools: Method<{ tools: WireTool[] }>;
  readonly callTool: Method<WireCreateTaskResult | WireToolResult>;
  readonly getTask: Method<WireTask>;
  readonly getTaskResult: Method<WireToolResult>;
  readonly listTasks: Method<{ tasks: WireTask[]; nextCursor?: string }>;
  readonly cancelTask: Method<WireTask>;
  readonly listResources: Method<{ resources: never[] }>;
  readonly listResourceTemplates: Method<{ resourceTemplates: WireResourceTemplate[] }>;
  readonly readResource: Method<WireReadResourceResult>;
  /** Those of events; where there are none, each says that it is not there. */
  readonly events: Readonly<Record<EventMethodName, Method<object>>>;
}

function createEvents({ events }: TasksBinding): Methods['events'] {
  const missing = (name: string) => async (): Promise<object> =>
    Promise.reject(methodNotFound(name));
  const methods = events && createEventMethods(events, toErrorObject);
  const bind = (name: EventMethodName): Method<object> => {
    const method = methods?.[name] ?? missing(name);
    return async (params, { caller, requestId, signal, stream }) =>
      method(params, { caller, requestId, signal, notify: stream.send });
  };
  return {
    'events/list': bind('events/list'),
    'events/poll': bind('events/poll'),
    'events/stream': bind('events/stream'),
    'events/subscribe': bind('events/subscribe'),
    'events/unsubscribe': bind('events/unsubscribe'),
  };
}

/** Waits for the end of a task, and brings the client meanwhile what the task has to say. */
async function waitUntilOver(
  taskId: string,
  { caller, signal, stream, onTaskKnown }: RequestContext,
  binding: TasksBinding,
): Promise<Task> {
  const { tasks, tools } = binding;
  const { owner, askable } = caller;
  const shown = new TaskStream(stream, { binding, owner, namedTaskId: taskId, isWaiting: true });
  try {
    return await tasks.waitFor(taskId, owner, {
      signal,
      until: (task) => isTerminalTask(task, protocol),
      onReading: async (task) => {
        onTaskKnown(task);
        const isFinal = isTerminalTask(task, protocol);
        const refusing = tools().keepsQuestions(task.toolName) ? {} : { askable };
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
 * Answers the questions of a task that the session which has created it cannot be asked, on any stream: it would poll for
 * ever, and nobody else is meant.
 */
async function refuseForCreator(
  task: Task,
  { owner, session, declared }: TaskCaller,
  { tasks, tools }: TasksBinding,
): Promise<Task> {
  const isCreator = session !== undefined && task.origin?.session === session;
  if (!isCreator || isTerminalTask(task, protocol) || tools().keepsQuestions(task.toolName))
    return task;
  return refuseQuestions(task, { tasks, owner, askable: declared });
}

/** Binds the methods to what runs the tasks. */
export function createMethods(binding: TasksBinding): Methods {
  const { tasks, tools, resources } = binding;
  return {
    events: createEvents(binding),

    listTools: async (_params, { caller }) =>
      Promise.resolve({
        tools: tools()
          .list(caller)
          .map((tool) => toWireTool(tool, caller.withTasks)),
      }),

    callTool: createCallTool(binding),

    async getTask(params, { caller, onTaskKnown }) {
      const task = await tasks.get(parseTaskIdParam(params), caller.owner);
      onTaskKnown(task);
      return toWireTask(await refuseForCreator(task, caller, binding));
    },

    async getTaskResult(params, context) {
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

    async listTasks(params, { caller }) {
      const cursor = parseCursorParam(params);
      const page = await tasks.list(caller.owner, cursor === undefined ? {} : { cursor });
      return {
        tasks: page.tasks.map(toWireTask),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      };
    },

    cancelTask: async (params, { caller }) =>
      toWireTask(await tasks.cancel(parseTaskIdParam(params), caller.owner, { protocol })),

    // A result has the link to its resource. There are as many as there are tasks.
    listResources: async () => Promise.resolve({ resources: [] }),

    listResourceTemplates: async () =>
      Promise.resolve({ resourceTemplates: resources ? [{ ...resources.template }] : [] }),

    async readResource(params, { caller, signal }) {
      const uri = parseUriParam(params);
      if (!resources) throw methodNotFound('resources/read');
      return { contents: [{ ...(await resources.read(uri, { caller, protocol, signal })) }] };
    },
  };
}
