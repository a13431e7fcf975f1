/** The methods of this generation, one function each, on core and the call layer alone: any MCP SDK can host them. */
import type { Departure } from '../../calls/tool.js';
import type { Toolbox } from '../../calls/toolbox.js';
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { parseTaskIdParam } from '../../core/request-params.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/tasks.js';
import { refuseQuestions } from '../../questions/refuse-questions.js';

import { createCallTool, type WireCallReply } from './call-tool.js';
import type { Client } from './client-capabilities.js';
import { parseTaskUpdate } from './from-wire.js';
import { protocol } from './protocol.js';
import { requireTasks, showTask } from './require-capability.js';
import { toWireTool, type WireDetailedTask, type WireTool } from './to-wire.js';

/** Schema › ProgressNotificationParams, without its metadata. */
export interface WireProgress {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** One request, apart from its params. */
export interface RequestContext {
  readonly client: Client;
  /** Fires when the client withdraws the request or goes away. */
  readonly signal: AbortSignal;
  /** How it has left, once the signal has fired. */
  readonly departure: () => Departure;
  /** Sends progress ahead of the answer. */
  readonly reportProgress: (progress: WireProgress) => Promise<void>;
}

/** What the methods work on. */
export interface MethodsOptions {
  readonly tasks: Tasks;
  readonly tools: Toolbox;
  readonly sealer: Sealer;
}

/** A method: takes `params` as they came, and throws what `toJsonRpcError` turns into an answer. */
export type Method<Result> = (params: unknown, context: RequestContext) => Promise<Result>;

/** The methods that a server of this generation answers. */
export interface Methods {
  readonly listTools: Method<{ tools: WireTool[] }>;
  readonly callTool: Method<WireCallReply>;
  readonly getTask: Method<WireDetailedTask>;
  readonly updateTask: Method<Record<string, never>>;
  readonly cancelTask: Method<Record<string, never>>;
}

/** How long an update waits for the Workflow to take an answer: longer than one takes that runs. */
const SETTLE_MS = 2_000;

/** Binds the methods to what runs the tasks. */
export function createMethods({ tasks, tools, sealer }: MethodsOptions): Methods {
  return {
    listTools: async (_params, { client }) =>
      Promise.resolve({ tools: tools.list(client).map(toWireTool) }),

    callTool: createCallTool({ tools, sealer }),

    async getTask(params, { client }) {
      requireTasks(client);
      const { owner } = client;
      const task = await tasks.get(parseTaskIdParam(params), owner);
      return showTask(await refuseQuestions(task, { tasks, owner }), client);
    },

    async updateTask(params, { client, signal }) {
      requireTasks(client);
      const { owner } = client;
      const { taskId, inputResponses } = parseTaskUpdate(params);
      // Answers are taken beyond the time to live, for the sake of plain calls: tasks have one.
      await tasks.get(taskId, owner);
      await tasks.answer(taskId, owner, inputResponses);
      const keys = Object.keys(inputResponses);
      await tasks.untilAnswersTaken(taskId, owner, { keys, timeoutMs: SETTLE_MS, signal });
      return {};
    },

    async cancelTask(params, { client }) {
      requireTasks(client);
      try {
        await tasks.cancel(parseTaskIdParam(params), client.owner, { protocol });
      } catch (error) {
        // A task that has ended is acknowledged like any other.
        if (!(isTaskError(error) && error.code === TaskErrorCode.taskTerminal)) throw error;
      }
      return {};
    },
  };
}
