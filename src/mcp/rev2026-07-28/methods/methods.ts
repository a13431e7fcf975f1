/** The methods of this generation, one function each, on core and the call layer alone: any MCP SDK can host them. */
import { isTaskError, TaskErrorCode } from '../../../core/errors.js';
import {
  FOR_OTHERS_META_KEY,
  type AnswerResults,
  TOO_LATE_META_KEY,
} from '../../../core/question/answer-results.js';
import type { Sealer } from '../../../core/sealer.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { parseTaskIdParam, parseUriParam } from '../../../core/value/request-params.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import type { Toolbox } from '../../../service/calls/toolbox.js';
import type { Events } from '../../../service/events/event-service.js';
import { createEventMethods, type EventMethodName } from '../../event-methods.js';
import { parseTaskUpdate } from '../wire/from-wire.js';
import { toErrorObject } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';
import {
  toWireTool,
  type WireDetailedTask,
  type WireResourceContents,
  type WireResourceTemplate,
  type WireTool,
} from '../wire/to-wire.js';

import { createCallTool, type WireCallReply } from './call-tool.js';
import { refuseUnaskable } from './refuse-unaskable.js';
import type { Method } from './request-context.js';
import { requireTasks, showTask } from './require-capability.js';

/** What the methods work on. */
export interface MethodsOptions {
  readonly tasks: Tasks;
  readonly tools: Toolbox;
  readonly sealer: Sealer;
  /** Absent where no result has any. */
  readonly resources?: TaskResources | undefined;
  /** Absent where there are none. */
  readonly events?: Events | undefined;
}

/** The methods of resources. */
export interface ResourceMethods {
  readonly list: Method<{ resources: never[] }>;
  readonly listTemplates: Method<{ resourceTemplates: WireResourceTemplate[] }>;
  readonly read: Method<{ contents: WireResourceContents[] }>;
}

/** The methods that a server of this generation answers. */
export interface Methods {
  readonly listTools: Method<{ tools: WireTool[] }>;
  readonly callTool: Method<WireCallReply>;
  readonly getTask: Method<WireDetailedTask>;
  readonly updateTask: Method<{ readonly _meta?: Readonly<Record<string, unknown>> }>;
  readonly cancelTask: Method<Record<string, never>>;
  /** Absent where there are no resources. */
  readonly resources?: ResourceMethods;
  /** Absent where there are no events. */
  readonly events?: Readonly<Record<EventMethodName, Method<object>>>;
}

/** How long an update waits for the Workflow to take an answer: longer than one takes that runs. */
const ANSWERS_TAKEN_MS = 2_000;

/** An acknowledgement has nothing of the task: which answers do not count stands beside it. */
function toAcknowledgement({
  tooLate,
  forOthers,
}: AnswerResults): Awaited<ReturnType<Methods['updateTask']>> {
  const meta = {
    ...(tooLate.length > 0 && { [TOO_LATE_META_KEY]: tooLate }),
    ...(forOthers && { [FOR_OTHERS_META_KEY]: forOthers }),
  };
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}

function createResourceMethods({ template, read }: TaskResources): ResourceMethods {
  return {
    // A result has the link to its resource. There are as many as there are tasks.
    list: async () => Promise.resolve({ resources: [] }),
    listTemplates: async () => Promise.resolve({ resourceTemplates: [{ ...template }] }),
    async read(params, { caller, signal }) {
      const contents = await read(parseUriParam(params), { caller, protocol, signal });
      return { contents: [{ ...contents }] };
    },
  };
}

/** Binds the methods to what runs the tasks. */
export function createMethods({
  tasks,
  tools,
  sealer,
  resources,
  events,
}: MethodsOptions): Methods {
  return {
    ...(resources && { resources: createResourceMethods(resources) }),
    ...(events && { events: createEventMethods(events, toErrorObject) }),

    listTools: async (_params, { caller }) =>
      Promise.resolve({ tools: tools.list(caller).map(toWireTool) }),

    callTool: createCallTool({ tools, sealer }),

    async getTask(params, { caller }) {
      requireTasks(caller);
      const { owner } = caller;
      const task = await tasks.get(parseTaskIdParam(params), owner);
      return showTask(await refuseUnaskable(task, caller, tasks), caller);
    },

    async updateTask(params, { caller, signal }) {
      requireTasks(caller);
      const { owner } = caller;
      const { taskId, inputResponses } = parseTaskUpdate(params);
      // Answers are taken beyond the time to live, for the sake of plain calls: tasks have one.
      await tasks.get(taskId, owner);
      const given = await tasks.answer(taskId, caller, inputResponses);
      const keys = Object.keys(inputResponses);
      await tasks.untilAnswersTaken(taskId, owner, { keys, timeoutMs: ANSWERS_TAKEN_MS, signal });
      return toAcknowledgement(given);
    },

    async cancelTask(params, { caller }) {
      requireTasks(caller);
      try {
        await tasks.cancel(parseTaskIdParam(params), caller.owner, { protocol });
      } catch (error) {
        // A task that has ended is acknowledged like any other.
        if (!(isTaskError(error) && error.code === TaskErrorCode.taskTerminal)) throw error;
      }
      return {};
    },
  };
}
