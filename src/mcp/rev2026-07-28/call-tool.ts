/** `tools/call`: what is asked before it starts, whether it becomes a task, and how a plain call goes on. */
import { startDeadline } from '../../core/deadline.js';
import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { InputRequest } from '../../core/input-request.js';
import { JsonRpcError } from '../../core/json-rpc-error.js';
import { parseArguments } from '../../core/parse-arguments.js';
import { refuseInvalid, refuseLacking } from '../../core/refusals.js';
import { checkBeforeAsking, nextStartStep } from '../../core/start-questions.js';
import { Generation, isClosed } from '../../core/task-status.js';
import type { Task } from '../../core/task.js';
import { TaskSupport, type ToolDefinition } from '../../core/tool-definition.js';
import { type TaskOutcome, toErrorResult } from '../../core/tool-result.js';

import { type ClientCapabilities, lackingCapability } from './client-capabilities.js';
import { parseToolCall, type ToolCall, withoutErrors } from './from-wire.js';
import { callCancelled, toWireError } from './json-rpc-error.js';
import type { Method, MethodsOptions, RequestContext } from './methods.js';
import {
  type CallIdentity,
  openRequestState,
  type RequestState,
  sealRequestState,
} from './request-state.js';
import { requireAnswerable, requireTasks } from './require-capability.js';
import {
  toWireCreateTaskResult,
  toWireInputRequiredResult,
  toWireToolResult,
  type WireCreateTaskResult,
  type WireInputRequiredResult,
  type WireToolResult,
} from './to-wire.js';

/** Progress that only heartbeats show is looked for this often, while a call waits. */
const PROGRESS_REFRESH_MS = 1_000;
/** Answers before the start, all of one call together, as JSON. */
const MAX_ANSWERS_LENGTH = 64 * 1024;

/** A reply to `tools/call`. */
export type WireCallReply = WireCreateTaskResult | WireToolResult | WireInputRequiredResult;

/** A call whose tool is known, by a client that can call it. */
interface Call extends ToolCall {
  readonly tool: ToolDefinition;
}

/** The answers go along in the request state, so they have to be small. */
function checkSize(answers: object): void {
  if (JSON.stringify(answers).length <= MAX_ANSWERS_LENGTH) return;
  throw new TaskError(
    TaskErrorCode.invalidParams,
    `Invalid params: the answers have more than ${MAX_ANSWERS_LENGTH} characters.`,
  );
}

function isOver(task: Task): boolean {
  return isClosed(task.phase);
}

/** Whether a question may reach this client; all others are refused in its place. */
function isAskable(request: InputRequest, client: ClientCapabilities): boolean {
  return refuseInvalid(request) === undefined && lackingCapability(request, client) === undefined;
}

function isAsking(task: Task, client: ClientCapabilities): boolean {
  return Object.values(task.inputRequests ?? {}).some((request) => isAskable(request, client));
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

/** Binds `tools/call` to what runs the tasks. */
export function createCallTool({ tasks, tools, sealer }: MethodsOptions): Method<WireCallReply> {
  const identify = ({ tool, input }: Call, { owner }: RequestContext): CallIdentity => ({
    owner,
    toolName: tool.name,
    input,
  });

  const openState = async (
    call: Call,
    context: RequestContext,
  ): Promise<RequestState | undefined> => {
    if (call.requestState === undefined) return undefined;
    const state = await openRequestState(sealer, identify(call, context), call.requestState);
    if (state) return state;
    throw new TaskError(
      TaskErrorCode.invalidParams,
      'Invalid params: "requestState" is not of this call, or has run out. Call the tool again without it.',
    );
  };

  /**
   * Cancels what nobody can collect any more: its client has withdrawn the call, or gone before it could be told of
   * the task. With an idempotency key of its own, it can come back.
   */
  const cancelAbandoned = async (
    taskId: string,
    { tool, idempotencyKey }: Call,
    { owner, isDisconnected, isWithdrawn }: RequestContext,
  ): Promise<void> => {
    const byDefault = isWithdrawn() && idempotencyKey === undefined ? 'cancel' : 'continue';
    const isKept = (tool.onDisconnect ?? byDefault) === 'continue';
    if (isDisconnected() && isKept) return;
    try {
      await tasks.cancel(taskId, owner, {
        generation: Generation.rev2026,
        reason: 'The client withdrew the call',
        outlastsTtl: true,
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
      const refusal =
        refuseInvalid(request) ?? (lacking ? refuseLacking(request, lacking.name) : undefined);
      return refusal ? [[key, refusal] as const] : [];
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
      const answerable = Object.entries(task.inputRequests ?? {}).filter(([, request]) =>
        isAskable(request, client),
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
    const budget = startDeadline(budgetMs, signal);
    const report = progressReporter(call, context);
    let latest = created;
    try {
      latest = await tasks.waitFor(created.taskId, owner, {
        signal: budget.signal,
        until: (task) => isOver(task) || task.inputRequests !== undefined,
        onReading: async (task) => {
          latest = task;
          await report(task);
        },
        refreshMs: () => (call.progressToken === undefined ? undefined : PROGRESS_REFRESH_MS),
      });
    } catch (error) {
      // The task is there, whatever has become of the wait for it.
      const isWaitOver =
        isTaskError(error) &&
        (error.code === TaskErrorCode.aborted || error.code === TaskErrorCode.unavailable);
      if (!isWaitOver || signal.aborted) throw error;
    } finally {
      budget.release();
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
      if (context.signal.aborted) await cancelAbandoned(task.taskId, call, context);
      throw error;
    }
  };

  const begin = async (
    call: Call,
    state: Extract<RequestState, { phase: 'beforeStart' }> | undefined,
    context: RequestContext,
  ): Promise<WireCallReply> => {
    const { tool, input, inputResponses } = call;
    checkBeforeAsking(tool, input);
    const given = Object.entries(inputResponses).filter(([key]) => state?.asked.includes(key));
    const answers = { ...state?.answers, ...Object.fromEntries(given) };
    checkSize(answers);
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

  return async (params, context) => {
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
  };
}
