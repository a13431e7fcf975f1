/** The methods of this generation, one function each, on core alone: any MCP SDK can host them. */
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { parseTaskIdParam } from '../../core/request-params.js';
import type { Sealer } from '../../core/sealer.js';
import { Generation } from '../../core/task-status.js';
import type { Owner, Tasks } from '../../core/tasks.js';
import type { ToolCatalog } from '../../core/tool-definition.js';

import { createCallTool, type WireCallReply } from './call-tool.js';
import type { ClientCapabilities } from './client-capabilities.js';
import { parseTaskUpdate } from './from-wire.js';
import { requireTasks, showTask } from './require-capability.js';
import { toWireTool, type WireDetailedTask, type WireTool } from './to-wire.js';
import { withoutInvalid } from './without-invalid.js';

/** Schema › ProgressNotificationParams, without its metadata. */
export interface WireProgress {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** One request, apart from its params. */
export interface RequestContext {
  readonly owner: Owner;
  readonly client: ClientCapabilities;
  /** Fires when the client withdraws the request or goes away; over HTTP it does the one by the other. */
  readonly signal: AbortSignal;
  /** Once the signal has fired: whether the stream or connection of the request has closed. */
  readonly isDisconnected: () => boolean;
  /**
   * Once the signal has fired: whether that withdraws the request. A notification does, and over HTTP so does closing
   * the stream (Streamable HTTP › Cancellation); the end of a whole connection over stdio says nothing of requests.
   */
  readonly isWithdrawn: () => boolean;
  /** Sends progress ahead of the answer. */
  readonly reportProgress: (progress: WireProgress) => Promise<void>;
}

/** What the methods work on. */
export interface MethodsOptions {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  readonly sealer: Sealer;
}

/** A method: takes `params` as they came, and throws what `toJsonRpcError` turns into an answer. */
export type Method<Result> = (params: unknown, context: RequestContext) => Promise<Result>;

/** The methods that a server of this generation answers. */
export interface Methods {
  readonly listTools: () => { tools: WireTool[] };
  readonly callTool: Method<WireCallReply>;
  readonly getTask: Method<WireDetailedTask>;
  readonly updateTask: Method<Record<string, never>>;
  readonly cancelTask: Method<Record<string, never>>;
}

/** How long an update waits for the Workflow to take an answer: longer than one takes that runs. */
const SETTLE_MS = 2_000;

/** Binds the methods to what runs the tasks. */
export function createMethods(options: MethodsOptions): Methods {
  const { tasks, tools } = options;
  return {
    listTools: () => ({ tools: [...tools.values()].map(toWireTool) }),

    callTool: createCallTool(options),

    async getTask(params, { owner, client }) {
      requireTasks(client);
      const task = await tasks.get(parseTaskIdParam(params), owner);
      return showTask(await withoutInvalid(task, owner, tasks), client);
    },

    async updateTask(params, { owner, client, signal }) {
      requireTasks(client);
      const { taskId, inputResponses } = parseTaskUpdate(params);
      // Answers are taken beyond the time to live, for the sake of plain calls: tasks have one.
      await tasks.get(taskId, owner);
      await tasks.answer(taskId, owner, inputResponses);
      const keys = Object.keys(inputResponses);
      await tasks.untilAnswersTaken(taskId, owner, { keys, timeoutMs: SETTLE_MS, signal });
      return {};
    },

    async cancelTask(params, { owner, client }) {
      requireTasks(client);
      const taskId = parseTaskIdParam(params);
      try {
        await tasks.cancel(taskId, owner, { generation: Generation.rev2026 });
      } catch (error) {
        // A task that has ended is acknowledged like any other, unlike in 2025-11-25.
        if (!(isTaskError(error) && error.code === TaskErrorCode.taskTerminal)) throw error;
      }
      return {};
    },
  };
}
