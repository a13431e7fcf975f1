/** The methods of this generation, one function each, on core alone: any MCP SDK can host them. */
import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import { type InputRequest, toRefusal } from '../../core/input-request.js';
import { invalidArguments, parseArguments } from '../../core/parse-arguments.js';
import type { Sealer } from '../../core/sealer.js';
import { isAskedFor, nextStartStep } from '../../core/start-questions.js';
import { Generation, isClosed } from '../../core/task-status.js';
import type { Task } from '../../core/task.js';
import type { Owner, Tasks } from '../../core/tasks.js';
import { TaskSupport, type ToolCatalog, type ToolDefinition } from '../../core/tool-definition.js';
import { type TaskOutcome, toErrorResult } from '../../core/tool-result.js';

import {
  type ClientCapabilities,
  lackingCapability,
  TASKS_REQUIRED,
} from './client-capabilities.js';
import {
  parseTaskIdParam,
  parseTaskUpdate,
  parseToolCall,
  type ToolCall,
  withoutErrors,
} from './from-wire.js';
import { callCancelled, JsonRpcError, missingCapability, toWireError } from './json-rpc-error.js';
import { type CallIdentity, openRequestState, sealRequestState } from './request-state.js';
import {
  toWireCreateTaskResult,
  toWireDetailedTask,
  toWireInputRequiredResult,
  toWireTool,
  toWireToolResult,
  type WireCreateTaskResult,
  type WireDetailedTask,
  type WireInputRequiredResult,
  type WireTool,
  type WireToolResult,
} from './to-wire.js';

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
  /** Fires when the client withdraws the request or goes away, which is the same in this generation over HTTP. */
  readonly signal: AbortSignal;
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
type Method<Result> = (params: unknown, context: RequestContext) => Promise<Result>;

/** A reply to `tools/call`. */
export type WireCallReply = WireCreateTaskResult | WireToolResult | WireInputRequiredResult;

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
/** Progress that only heartbeats show is looked for this often, while a call waits. */
const PROGRESS_REFRESH_MS = 1_000;

/** A call whose tool is known, by a client that can call it. */
interface Call extends ToolCall {
  readonly tool: ToolDefinition;
}

/**
 * @throws {JsonRpcError} -32021 when this very request does not declare the extension, whatever the task
 * (Extension › Protocol Errors).
 */
export function requireTasks(client: ClientCapabilities): void {
  if (client.tasks) return;
  throw missingCapability(
    TASKS_REQUIRED,
    'This request needs the extension io.modelcontextprotocol/tasks: declare it in "clientCapabilities.extensions" of its "_meta".',
  );
}

/**
 * @throws {JsonRpcError} -32021 when a client cannot be asked what has to be asked: it must not see the question,
 * and there is no answer without it (Multi Round-Trip Requests › Server Requirements).
 */
function requireAnswerable(
  requests: Readonly<Record<string, InputRequest>>,
  client: ClientCapabilities,
): void {
  for (const request of Object.values(requests)) {
    const lacking = lackingCapability(request, client);
    if (lacking) {
      throw missingCapability(
        lacking.required,
        `There is a question that this client cannot be asked: it has not declared "${lacking.name}".`,
      );
    }
  }
}

/** A task as a client may see it; -32021 when it waits for an answer that the client cannot give. */
export function showTask(task: Task, client: ClientCapabilities): WireDetailedTask {
  requireAnswerable(task.inputRequests ?? {}, client);
  return toWireDetailedTask(task);
}

function isOver(task: Task): boolean {
  return isClosed(task.phase);
}

function isAsking(task: Task, client: ClientCapabilities): boolean {
  return Object.values(task.inputRequests ?? {}).some(
    (request) => lackingCapability(request, client) === undefined,
  );
}

function toReply(outcome: TaskOutcome | undefined): WireToolResult {
  switch (outcome?.kind) {
    case 'result':
      return toWireToolResult(outcome.result);
    case 'error':
      throw new JsonRpcError(toWireError(outcome.error));
    case 'cancelled':
    case undefined:
      throw callCancelled();
  }
}

/** Binds the methods to what runs the tasks. */
export function createMethods({ tasks, tools, sealer }: MethodsOptions): Methods {
  const identify = ({ tool, input }: Call, { owner }: RequestContext): CallIdentity => ({
    owner,
    toolName: tool.name,
    input,
  });

  const openState = async (
    call: Call,
    context: RequestContext,
  ): ReturnType<typeof openRequestState> => {
    if (call.requestState === undefined) return undefined;
    const state = await openRequestState(sealer, identify(call, context), call.requestState);
    if (state) return state;
    throw new TaskError(
      TaskErrorCode.invalidParams,
      'Invalid params: "requestState" is not of this call, or has run out. Call the tool again without it.',
    );
  };

  /** Cancels what nobody can collect any more: its client has gone before it could be told of it. */
  const cancelAbandoned = async (
    taskId: string,
    call: Call,
    { owner }: RequestContext,
  ): Promise<void> => {
    if (call.tool.onDisconnect === 'continue') return;
    try {
      await tasks.cancel(taskId, owner, {
        generation: Generation.rev2026,
        reason: 'The client withdrew the call',
      });
    } catch (error) {
      if (!(isTaskError(error) && error.code === TaskErrorCode.taskTerminal)) throw error;
    }
  };

  /** Tells the client of a plain call how far it is. */
  const progressReporter = (
    { progressToken }: Call,
    { reportProgress }: RequestContext,
  ): ((task: Task) => Promise<void>) => {
    let shown = Number.NEGATIVE_INFINITY;
    return async ({ progress }) => {
      if (progressToken === undefined || !progress || progress.progress <= shown) return;
      shown = progress.progress;
      await reportProgress({ progressToken, ...progress });
    };
  };

  /** Answers, for a client that cannot be asked, that it cannot: the Workflow is not to wait for ever. */
  const refuseFor = async (task: Task, { owner, client }: RequestContext): Promise<void> => {
    const refusals = Object.entries(task.inputRequests ?? {}).flatMap(([key, request]) => {
      const lacking = lackingCapability(request, client);
      return lacking ? [[key, toRefusal(request, lacking.name)] as const] : [];
    });
    if (refusals.length === 0) return;
    await tasks.answer(task.taskId, owner, Object.fromEntries(refusals));
  };

  /** Waits until a plain call has an answer, or its Workflow a question to its client. */
  const settle = async (
    taskId: string,
    call: Call,
    context: RequestContext,
  ): Promise<WireToolResult | WireInputRequiredResult> => {
    const { owner, signal, client } = context;
    const report = progressReporter(call, context);
    try {
      const task = await tasks.waitFor(taskId, owner, {
        signal,
        until: (reading) => isOver(reading) || isAsking(reading, client),
        outlastsTtl: true,
        onReading: async (reading) => {
          await report(reading);
          await refuseFor(reading, context);
        },
        refreshMs: () => (call.progressToken === undefined ? undefined : PROGRESS_REFRESH_MS),
      });
      if (isOver(task)) return toReply(task.outcome);
      const answerable = Object.entries(task.inputRequests ?? {}).filter(
        ([, request]) => lackingCapability(request, client) === undefined,
      );
      const requestState = await sealRequestState(sealer, identify(call, context), {
        state: { phase: 'running', taskId },
        lifetimeMs: task.ttlMs,
      });
      return toWireInputRequiredResult(Object.fromEntries(answerable), requestState);
    } catch (error) {
      if (signal.aborted) await cancelAbandoned(taskId, call, context);
      throw error;
    }
  };

  /** Gives a task a while to end by itself, and its handle to the client if it has not. */
  const settleWithin = async (
    created: Task,
    budgetMs: number,
    { call, context }: { readonly call: Call; readonly context: RequestContext },
  ): Promise<WireCreateTaskResult | WireToolResult> => {
    const { owner, signal } = context;
    const isSpent = AbortSignal.timeout(budgetMs);
    const report = progressReporter(call, context);
    let latest = created;
    try {
      latest = await tasks.waitFor(created.taskId, owner, {
        signal: AbortSignal.any([signal, isSpent]),
        until: (task) => isOver(task) || task.inputRequests !== undefined,
        onReading: async (task) => {
          latest = task;
          await report(task);
        },
        refreshMs: () => (call.progressToken === undefined ? undefined : PROGRESS_REFRESH_MS),
      });
    } catch (error) {
      if (!isTaskError(error) || error.code !== TaskErrorCode.aborted || signal.aborted) {
        throw error;
      }
    }
    return isOver(latest) ? toReply(latest.outcome) : toWireCreateTaskResult(latest);
  };

  const start = async (
    call: Call,
    input: ToolCall['input'],
    { context, callId }: { readonly context: RequestContext; readonly callId?: string },
  ): Promise<Task> => {
    const idempotencyKey = call.idempotencyKey ?? callId;
    return tasks.create({
      tool: call.tool,
      workflowArguments: parseArguments(call.tool, input),
      owner: context.owner,
      generation: Generation.rev2026,
      ...(call.progressToken !== undefined && { progressToken: call.progressToken }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  };

  const run = async (task: Task, call: Call, context: RequestContext): Promise<WireCallReply> => {
    const { becomesTask } = call.tool;
    if (!context.client.tasks || becomesTask === 'never') {
      return settle(task.taskId, call, context);
    }
    try {
      const reply =
        becomesTask === 'always'
          ? toWireCreateTaskResult(task)
          : await settleWithin(task, becomesTask.afterMs, { call, context });
      if (!context.signal.aborted) return reply;
      throw new TaskError(TaskErrorCode.aborted, 'The call was withdrawn.');
    } catch (error) {
      // With a key of its own, the client can come back for the task; without one, nobody knows it.
      if (context.signal.aborted && call.idempotencyKey === undefined) {
        await cancelAbandoned(task.taskId, call, context);
      }
      throw error;
    }
  };

  /** What is wrong already, before anybody is asked for the rest. */
  const checkBeforeAsking = ({ tool, input }: Call): void => {
    const parsed = tool.parseInput(input);
    if (parsed.ok) return;
    const violations = parsed.violations.filter(
      ({ path }) => !isAskedFor(tool, input, path.slice(1)),
    );
    if (violations.length > 0) throw invalidArguments(tool, violations);
  };

  const begin = async (
    call: Call,
    state: (Awaited<ReturnType<typeof openState>> & { phase: 'beforeStart' }) | undefined,
    context: RequestContext,
  ): Promise<WireCallReply> => {
    const { tool, input, inputResponses } = call;
    checkBeforeAsking(call);
    const answers = { ...state?.answers };
    for (const key of state?.asked ?? []) {
      if (inputResponses[key] !== undefined) answers[key] = inputResponses[key];
    }
    const step = nextStartStep(tool, input, answers);
    const callId = state?.callId ?? crypto.randomUUID();
    switch (step.kind) {
      case 'refused':
        return toWireToolResult(toErrorResult(step.message));
      case 'start': {
        const task = await start(call, step.input, { context, ...(state && { callId }) });
        return run(task, call, context);
      }
      case 'ask': {
        requireAnswerable(step.requests, context.client);
        const requestState = await sealRequestState(sealer, identify(call, context), {
          state: { phase: 'beforeStart', callId, answers, asked: Object.keys(step.requests) },
          lifetimeMs: tool.ttlMs,
        });
        return toWireInputRequiredResult(step.requests, requestState);
      }
    }
  };

  const goOn = async (
    taskId: string,
    call: Call,
    context: RequestContext,
  ): Promise<WireCallReply> => {
    try {
      await tasks.answer(taskId, context.owner, withoutErrors(call.inputResponses));
    } catch (error) {
      // Asked again, for the question is still open: the client may do better.
      const isMisfit = isTaskError(error) && error.code === TaskErrorCode.invalidInput;
      const isContent = isMisfit && error.violations?.[0]?.path.startsWith('/content/');
      if (!isContent) throw error;
    }
    return settle(taskId, call, context);
  };

  return {
    listTools: () => ({ tools: [...tools.values()].map(toWireTool) }),

    async callTool(params, context) {
      const parsed = parseToolCall(params);
      const tool = tools.get(parsed.name);
      if (!tool) throw new TaskError(TaskErrorCode.unknownTool, `Unknown tool: ${parsed.name}`);
      if (tool.taskSupport === TaskSupport.required) requireTasks(context.client);
      const call: Call = { ...parsed, tool };
      const state = await openState(call, context);
      if (state?.phase === 'running') return goOn(state.taskId, call, context);
      try {
        return await begin(call, state, context);
      } catch (error) {
        // This revision wants bad arguments as a tool error, which the model can mend.
        if (isTaskError(error) && error.code === TaskErrorCode.invalidArguments) {
          return toWireToolResult(toErrorResult(error.message));
        }
        throw error;
      }
    },

    async getTask(params, { owner, client }) {
      requireTasks(client);
      return showTask(await tasks.get(parseTaskIdParam(params), owner), client);
    },

    async updateTask(params, { owner, client, signal }) {
      requireTasks(client);
      const { taskId, inputResponses } = parseTaskUpdate(params);
      await tasks.answer(taskId, owner, inputResponses, { settleMs: SETTLE_MS, signal });
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
