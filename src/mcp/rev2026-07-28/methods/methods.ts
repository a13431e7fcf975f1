/** The methods of this generation. They use only core and the call layer. */
import { isTaskError, TaskErrorCode } from '../../../core/errors.js';
import {
  FOR_OTHERS_META_KEY,
  type AnswerResults,
  TOO_LATE_META_KEY,
} from '../../../core/question/answer-results.js';
import type { Sealer } from '../../../core/sealer.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { asOwner } from '../../../core/task/viewer.js';
import { parseTaskIdParam, parseUriParam } from '../../../core/value/request-params.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import type { Toolbox } from '../../../service/calls/toolbox.js';
import { anyParams, method, type MethodRow } from '../../method.js';
import { parseTaskUpdate } from '../wire/from-wire.js';
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
import type { Method, RequestContext } from './request-context.js';
import { requireTasks, showTask } from './require-capability.js';

export interface MethodsOptions {
  readonly tasks: Tasks;
  readonly tools: Toolbox;
  readonly sealer: Sealer;
  /** Absent if no result has a resource. */
  readonly resources?: TaskResources | undefined;
}

/** Keys are wire names. Methods that the server does not offer are absent. */
export interface Methods {
  readonly 'tools/list': Method<{ tools: WireTool[] }>;
  readonly 'tools/call': Method<WireCallReply>;
  readonly 'tasks/get': Method<WireDetailedTask>;
  readonly 'tasks/update': Method<{ readonly _meta?: Readonly<Record<string, unknown>> }>;
  readonly 'tasks/cancel': Method<Record<string, never>>;
  readonly 'resources/list'?: Method<{ resources: never[] }>;
  readonly 'resources/templates/list'?: Method<{ resourceTemplates: WireResourceTemplate[] }>;
  readonly 'resources/read'?: Method<{ contents: WireResourceContents[] }>;
}

/** Maximum time for which an update waits until the Workflow has taken an answer. A running Workflow needs less. */
const ANSWERS_TAKEN_MS = 2_000;

/** Makes an acknowledgement. It contains no part of the task; its `_meta` names answers without effect. */
function toAcknowledgement({ tooLate, forOthers }: AnswerResults) {
  const meta = {
    ...(tooLate.length > 0 && { [TOO_LATE_META_KEY]: tooLate }),
    ...(forOthers && { [FOR_OTHERS_META_KEY]: forOthers }),
  };
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}

/** Makes a task method. It first checks that the client has declared the tasks extension, then the params. */
function taskMethod<Params, Result extends object>({
  params,
  run,
}: MethodRow<Params, RequestContext, Result>): Method<Result> {
  return async (value, context) => {
    requireTasks(context.client);
    return run(params(value, context), context);
  };
}

function createTaskMethods(tasks: Tasks) {
  return {
    'tasks/get': taskMethod({
      params: parseTaskIdParam,
      async run(taskId, context) {
        const task = await tasks.get(asOwner(context.caller), taskId);
        return showTask(await refuseUnaskable(task, context, tasks), context.client);
      },
    }),

    'tasks/update': taskMethod({
      params: parseTaskUpdate,
      async run({ taskId, inputResponses }, { caller, signal }) {
        const by = asOwner(caller);
        // `get` refuses an expired task: after the time to live, only plain calls accept answers.
        await tasks.get(by, taskId);
        const given = await tasks.answer(by, taskId, inputResponses);
        const taken = { keys: Object.keys(inputResponses), timeoutMs: ANSWERS_TAKEN_MS, signal };
        await tasks.send(by, taskId, { kind: 'answersTaken', ...taken });
        return toAcknowledgement(given);
      },
    }),

    'tasks/cancel': taskMethod({
      params: parseTaskIdParam,
      async run(taskId, { caller }) {
        try {
          await tasks.cancel(asOwner(caller), taskId, { protocol });
        } catch (error) {
          // The cancellation of a task that has ended is acknowledged, too.
          if (!(isTaskError(error) && error.code === TaskErrorCode.taskTerminal)) throw error;
        }
        return {};
      },
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

export function createMethods({ tasks, tools, sealer, resources }: MethodsOptions): Methods {
  return {
    'tools/list': method({
      params: anyParams,
      run: (_params, { caller, client }: RequestContext) => ({
        tools: tools.list(caller, client).map(toWireTool),
      }),
    }),
    'tools/call': createCallTool({ tools, sealer }),
    ...createTaskMethods(tasks),
    ...(resources && createResourceMethods(resources)),
  };
}
