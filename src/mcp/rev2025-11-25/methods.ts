/** The methods of this generation, one function each, on core alone: any MCP SDK can host them. */
import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import { JsonRpcError } from '../../core/json-rpc-error.js';
import { parseArguments } from '../../core/parse-arguments.js';
import { parseTaskIdParam } from '../../core/request-params.js';
import type { Sealer } from '../../core/sealer.js';
import { Generation, isTerminal, toTaskStatus } from '../../core/task-status.js';
import type { Task } from '../../core/task.js';
import type { Owner, Tasks } from '../../core/tasks.js';
import { TaskSupport, type ToolCatalog, type ToolDefinition } from '../../core/tool-definition.js';
import {
  type JsonRpcErrorObject,
  type TaskOutcome,
  toErrorResult,
} from '../../core/tool-result.js';

import { askBeforeStart, startQuestionsOf } from './ask-before-start.js';
import { type ClientStream, Courier, type CourierOptions } from './courier.js';
import type { Deliveries } from './deliveries.js';
import { parseCursorParam, parseToolCall, type ToolCall } from './from-wire.js';
import { taskCancelled } from './json-rpc-error.js';
import { findLateQuestions, rememberLate } from './late-questions.js';
import {
  toWireCreateTaskResult,
  toWireTask,
  toWireTaskResult,
  toWireTool,
  toWireToolResult,
  type WireCreateTaskResult,
  type WireTask,
  type WireTool,
  type WireToolResult,
} from './to-wire.js';

/** One request, apart from its params. */
export interface RequestContext {
  readonly owner: Owner;
  /** Whether the connection's protocol revision has tasks; without them `params.task` is ignored. */
  readonly withTasks: boolean;
  /** Fires when the client withdraws the request or goes away. */
  readonly signal: AbortSignal;
  /** Once the signal has fired: whether the client went away, rather than withdraw the request. */
  readonly isDisconnected: () => boolean;
  /** The stream on which the answer will go out, and messages before it. */
  readonly stream: ClientStream;
}

/** What the methods work on. */
export interface MethodsOptions {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  readonly sealer: Sealer;
  readonly deliveries: Deliveries;
  /** Whether late questions go out ahead of the reply to `tasks/get`. Default: false. */
  readonly asksOnPoll?: boolean;
}

/** Progress that only heartbeats show is looked for this often, while a stream is open for it. */
const PROGRESS_REFRESH_MS = 1_000;

/** A method: takes `params` as they came, and throws what `toJsonRpcError` turns into an answer. */
type Method<Result> = (params: unknown, context: RequestContext) => Promise<Result>;

/** The methods that a server of this generation answers. */
export interface Methods {
  readonly listTools: (withTasks: boolean) => { tools: WireTool[] };
  readonly callTool: Method<WireCreateTaskResult | WireToolResult>;
  readonly getTask: Method<WireTask>;
  readonly getTaskResult: Method<WireToolResult>;
  readonly listTasks: Method<{ tasks: WireTask[]; nextCursor?: string }>;
  readonly cancelTask: Method<WireTask>;
}

function isOver(task: Task): boolean {
  return isTerminal(toTaskStatus(task, Generation.rev2025));
}

function failWith(error: JsonRpcErrorObject): never {
  throw new JsonRpcError(error);
}

function outcomeOf(task: Task): TaskOutcome {
  // A cancelled task has no result here, whatever its work came to (Task Cancellation).
  if (task.cancelRequested || task.outcome === undefined) return { kind: 'cancelled' };
  return task.outcome;
}

/** Binds the methods to what runs the tasks. */
export function createMethods({
  tasks,
  tools,
  sealer,
  deliveries,
  asksOnPoll = false,
}: MethodsOptions): Methods {
  const createCourier = (
    { owner, stream }: RequestContext,
    options: Pick<CourierOptions, 'namesTask' | 'refuses'>,
  ): Courier => new Courier(stream, { tasks, sealer, deliveries, owner, ...options });

  const toCreateRequest = (
    tool: ToolDefinition,
    call: ToolCall,
    owner: Owner,
  ): Parameters<Tasks['create']>[0] => ({
    tool,
    workflowArguments: parseArguments(tool, call.input),
    owner,
    generation: Generation.rev2025,
    ...(call.task?.ttlMs !== undefined && { ttlMs: call.task.ttlMs }),
    ...(call.progressToken !== undefined && { progressToken: call.progressToken }),
    ...(call.idempotencyKey !== undefined && { idempotencyKey: call.idempotencyKey }),
  });

  /**
   * Waits for the end of a task, and brings the client meanwhile what the task has to say.
   *
   * @param isPlain Whether it is a plain call: its client knows of no task, and hence of no time to live.
   */
  const waitUntilOver = async (
    taskId: string,
    context: RequestContext,
    { isPlain }: { readonly isPlain: boolean },
  ): Promise<Task> => {
    const { owner, signal } = context;
    const courier = createCourier(context, { namesTask: !isPlain, refuses: true });
    try {
      return await tasks.waitFor(taskId, owner, {
        signal,
        until: isOver,
        outlastsTtl: isPlain,
        onReading: async (task) => courier.deliver(task),
        refreshMs: ({ progressToken }) =>
          progressToken === undefined ? undefined : PROGRESS_REFRESH_MS,
      });
    } finally {
      courier.close();
    }
  };

  /** Asks a client that only polls what no stream has brought it. */
  const askLate = async (task: Task, context: RequestContext): Promise<void> => {
    const late = findLateQuestions(task, context.stream, deliveries);
    if (!late) return;
    // A poll says too little of the client to refuse on its behalf: another one may yet answer.
    const courier = createCourier(context, { namesTask: true, refuses: false });
    try {
      await courier.ask(late);
      rememberLate(late, context.stream.session, deliveries);
    } finally {
      courier.close();
    }
  };

  const runAsTask = async (
    tool: ToolDefinition,
    call: ToolCall,
    { owner }: RequestContext,
  ): Promise<WireCreateTaskResult> =>
    toWireCreateTaskResult(await tasks.create(toCreateRequest(tool, call, owner)), tool);

  /** Withdrawn by the client, or by its disconnection where the tool says so: then the work is of no more use. */
  const cancelAbandoned = async (
    task: Task,
    tool: ToolDefinition,
    context: RequestContext,
  ): Promise<void> => {
    if (context.isDisconnected() && tool.onDisconnect !== 'cancel') return;
    await tasks.cancel(task.taskId, context.owner, {
      generation: Generation.rev2025,
      reason: 'The client withdrew the call',
      outlastsTtl: true,
    });
  };

  const runInline = async (
    tool: ToolDefinition,
    call: ToolCall,
    context: RequestContext,
  ): Promise<WireToolResult> => {
    const task = await tasks.create(toCreateRequest(tool, call, context.owner));
    try {
      const outcome = outcomeOf(await waitUntilOver(task.taskId, context, { isPlain: true }));
      if (outcome.kind === 'result') return toWireToolResult(outcome.result);
      return failWith(outcome.kind === 'error' ? outcome.error : taskCancelled(task.taskId));
    } catch (error) {
      if (context.signal.aborted) await cancelAbandoned(task, tool, context);
      throw error;
    }
  };

  /** Runs a call in the form that it asks for, once everything is answered that has to be. */
  const runCall = async (
    tool: ToolDefinition,
    asked: ToolCall,
    context: RequestContext,
  ): Promise<WireCreateTaskResult | WireToolResult> => {
    const step = await askBeforeStart(tool, asked.input, {
      questions: startQuestionsOf(tasks),
      context,
    });
    const asTask = asked.task !== undefined && context.withTasks;
    if (step.kind === 'refused') {
      if (asTask) throw new TaskError(TaskErrorCode.invalidParams, step.message);
      return toWireToolResult(toErrorResult(step.message));
    }
    const call = { ...asked, input: step.input };
    return asTask ? runAsTask(tool, call, context) : runInline(tool, call, context);
  };

  return {
    listTools: (withTasks) => ({
      tools: [...tools.values()].map((tool) => toWireTool(tool, withTasks)),
    }),

    async callTool(params, context) {
      const call = parseToolCall(params);
      const tool = tools.get(call.name);
      if (!tool) {
        throw new TaskError(TaskErrorCode.unknownTool, `Unknown tool: ${call.name}`);
      }
      if (call.task && context.withTasks) {
        if (tool.taskSupport === TaskSupport.forbidden) {
          throw new TaskError(
            TaskErrorCode.taskForbidden,
            `Tool ${tool.name} cannot run as a task: call it without "task".`,
          );
        }
        return runCall(tool, call, context);
      }
      // Where the revision has no tasks, a client could never call it in any other way.
      if (context.withTasks && tool.taskSupport === TaskSupport.required) {
        throw new TaskError(
          TaskErrorCode.taskRequired,
          `Tool ${tool.name} runs as a task only: call it with "task": {}.`,
        );
      }
      try {
        return await runCall(tool, call, context);
      } catch (error) {
        // For a plain call this revision wants bad arguments as a tool error, which the model can mend.
        if (isTaskError(error) && error.code === TaskErrorCode.invalidArguments) {
          return toWireToolResult(toErrorResult(error.message));
        }
        throw error;
      }
    },

    async getTask(params, context) {
      const task = await tasks.get(parseTaskIdParam(params), context.owner);
      if (asksOnPoll) await askLate(task, context);
      return toWireTask(task);
    },

    async getTaskResult(params, context) {
      const taskId = parseTaskIdParam(params);
      const outcome = outcomeOf(await waitUntilOver(taskId, context, { isPlain: false }));
      if (outcome.kind === 'result') return toWireTaskResult(outcome.result, taskId);
      return failWith(outcome.kind === 'error' ? outcome.error : taskCancelled(taskId));
    },

    async listTasks(params, { owner }) {
      const cursor = parseCursorParam(params);
      const page = await tasks.list(owner, cursor === undefined ? {} : { cursor });
      return {
        tasks: page.tasks.map(toWireTask),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      };
    },

    cancelTask: async (params, { owner }) =>
      toWireTask(
        await tasks.cancel(parseTaskIdParam(params), owner, { generation: Generation.rev2025 }),
      ),
  };
}
