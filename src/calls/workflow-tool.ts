/** The kind of tool that starts a Workflow Execution. */
import { lackingCapability } from '../core/askable.js';
import { isTaskError, TaskError, TaskErrorCode } from '../core/errors.js';
import type { InputRequest, InputRequests } from '../core/input-request.js';
import { parseArguments } from '../core/parse-arguments.js';
import type { Params } from '../core/request-params.js';
import type { Task } from '../core/task.js';
import type { Tasks } from '../core/tasks.js';
import { type ToolDefinition, TaskSupport } from '../core/tool-definition.js';
import { toErrorResult } from '../core/tool-result.js';
import { refuseInvalid } from '../questions/refusals.js';

import { leaveCall } from './abandoned-call.js';
import { type AnswerBudgets, answerBudgetMs } from './answer-budget.js';
import { type Admission, askBeforeStart } from './ask-before-start.js';
import { type CallMode, chooseMode } from './choose-mode.js';
import { followTask } from './follow-task.js';
import { HANDLE_SCHEMA, type NextTools, toHandleResult } from './handle-result.js';
import { keepsQuestions } from './keeps-questions.js';
import { hasEnded, outcomeOf } from './outcome.js';
import { asksBeforeStart } from './start-questions.js';
import type { CallContext, CallReply, CallRequest, Tool, ToolListing } from './tool.js';

/** What a tool of this kind works with. */
export interface WorkflowToolOptions {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
  readonly budgets: AnswerBudgets;
  /** The tools that a handle points to. Absent: there are none. */
  readonly next: NextTools | undefined;
}

/** One call on its way. */
interface OpenCall {
  readonly request: CallRequest;
  readonly context: CallContext;
}

function toToolError(message: string): CallReply {
  return { kind: 'ended', outcome: { kind: 'result', result: toErrorResult(message) } };
}

function toEnded(task: Task, { context }: OpenCall): CallReply {
  return { kind: 'ended', outcome: outcomeOf(task, context.protocol), taskId: task.taskId };
}

/** The questions of a task that its call's client can be asked, or those that it cannot. */
function questionsFor(
  { inputRequests = {} }: Task,
  { caller }: CallContext,
  isAskable: boolean,
): InputRequests {
  const canAsk = (request: InputRequest): boolean =>
    lackingCapability(request, caller.askable) === undefined;
  return Object.fromEntries(
    Object.entries(inputRequests).filter(
      ([, request]) => refuseInvalid(request) === undefined && canAsk(request) === isAskable,
    ),
  );
}

function isEmpty(questions: InputRequests): boolean {
  return Object.keys(questions).length === 0;
}

/**
 * Waits for the result, for as long as the client does; or for a question that has to travel in the reply, or that this
 * client cannot be asked and somebody else may answer. What goes on after that is answered with a handle.
 */
async function waitForResult(
  { tool, tasks, budgets, next }: WorkflowToolOptions,
  known: Task,
  call: OpenCall,
): Promise<CallReply> {
  const { request, context } = call;
  const { caller, protocol, client } = context;
  const isKept = keepsQuestions(tool);
  const asksInReply = client.ask === undefined;
  const hasQuestion = (task: Task): boolean =>
    (asksInReply && !isEmpty(questionsFor(task, context, true))) ||
    (isKept && !isEmpty(questionsFor(task, context, false)));
  try {
    const task = await followTask(
      { tasks, task: known, ...call },
      {
        budgetMs: answerBudgetMs(tool, request, { clientName: caller.clientName, budgets }),
        isEnough: hasQuestion,
        refuses: !isKept,
      },
    );
    if (hasEnded(task, protocol)) return toEnded(task, call);
    const requests = questionsFor(task, context, true);
    if (asksInReply && !isEmpty(requests)) {
      const progress = { phase: 'running', taskId: task.taskId } as const;
      return { kind: 'questions', requests, progress, lifetimeMs: task.ttlMs };
    }
    const { modelMayAnswer } = tool;
    const result = toHandleResult(task, { protocol, next, modelMayAnswer });
    return { kind: 'ended', outcome: { kind: 'result', result } };
  } catch (error) {
    if (context.signal.aborted) await leaveCall(known.taskId, { tasks, tool }, call);
    throw error;
  }
}

/** Answers with the task, at once or after a while; unless its client has gone before it could learn of it. */
async function answerWithTask(
  { tool, tasks }: WorkflowToolOptions,
  created: Task,
  { call, budgetMs }: { readonly call: OpenCall; readonly budgetMs: number | undefined },
): Promise<CallReply> {
  const { context } = call;
  const isEnough = (task: Task): boolean => task.inputRequests !== undefined;
  try {
    const task =
      budgetMs === undefined
        ? created
        : await followTask(
            { tasks, task: created, ...call },
            { budgetMs, isEnough, refuses: false },
          );
    if (context.signal.aborted)
      throw new TaskError(TaskErrorCode.aborted, 'The call was withdrawn.');
    return budgetMs !== undefined && hasEnded(task, context.protocol)
      ? toEnded(task, call)
      : { kind: 'task', task };
  } catch (error) {
    if (context.signal.aborted) await leaveCall(created.taskId, { tasks, tool }, call);
    throw error;
  }
}

async function start(
  { tool, tasks }: WorkflowToolOptions,
  { input, callId }: Extract<Admission, { kind: 'start' }>,
  { request, context }: OpenCall,
): Promise<Task> {
  const { ttlMs, progressToken, stance } = request;
  const { owner, session } = context.caller;
  const idempotencyKey = request.idempotencyKey ?? callId;
  return tasks.create({
    tool,
    workflowArguments: parseArguments(tool, input),
    owner,
    protocolVersion: context.protocol.version,
    // Of a plain call's task, the session knows nothing.
    ...(stance === 'asksFor' && session !== undefined && { session }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(progressToken !== undefined && { progressToken }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

async function begin(
  options: WorkflowToolOptions,
  mode: CallMode,
  call: OpenCall,
): Promise<CallReply> {
  const { request, context } = call;
  const admission = await askBeforeStart(options.tool, request, context);
  switch (admission.kind) {
    case 'reply':
      return admission.reply;
    case 'refused':
      if (request.stance !== 'asksFor') return toToolError(admission.message);
      throw new TaskError(TaskErrorCode.invalidParams, admission.message);
    case 'start': {
      const task = await start(options, admission, call);
      switch (mode.kind) {
        case 'result':
          return waitForResult(options, task, call);
        case 'task':
          return request.stance === 'asksFor'
            ? { kind: 'task', task }
            : answerWithTask(options, task, { call, budgetMs: undefined });
        case 'resultWithin':
          return answerWithTask(options, task, { call, budgetMs: mode.budgetMs });
      }
    }
  }
}

/** Goes on with the task of a call that its client has repeated with answers. */
async function goOn(
  options: WorkflowToolOptions,
  taskId: string,
  call: OpenCall,
): Promise<CallReply> {
  const answers: Params = call.request.answers ?? {};
  const { owner } = call.context.caller;
  const { tasks } = options;
  try {
    await tasks.answer(taskId, owner, answers);
  } catch (error) {
    // Asked again, for the question is still open: the client may do better.
    const isMisfit = isTaskError(error) && error.code === TaskErrorCode.invalidInput;
    const isContent = isMisfit && error.violations?.[0]?.path.startsWith('/content/');
    if (!isContent) throw error;
  }
  return waitForResult(options, await tasks.get(taskId, owner), call);
}

async function callWorkflow(options: WorkflowToolOptions, call: OpenCall): Promise<CallReply> {
  const { request } = call;
  const mode = chooseMode(options.tool, request.stance);
  try {
    return request.progress?.phase === 'running'
      ? await goOn(options, request.progress.taskId, call)
      : await begin(options, mode, call);
  } catch (error) {
    // Arguments that break the schema are a tool error, which the model can mend; but no task comes of them.
    const isMendable = isTaskError(error) && error.code === TaskErrorCode.invalidArguments;
    if (isMendable && request.stance !== 'asksFor') return toToolError(error.message);
    throw error;
  }
}

/**
 * What is listed. A call may be answered with a handle instead of what the output schema describes, and clients hold
 * structured content against it: both are in the schema.
 */
function toListing(tool: ToolDefinition): ToolListing {
  const { outputSchema, taskSupport } = tool;
  if (!outputSchema || taskSupport === TaskSupport.required) return tool;
  return { ...tool, outputSchema: { type: 'object', anyOf: [outputSchema, HANDLE_SCHEMA] } };
}

/** The tool of a Workflow Type. */
export function createWorkflowTool(options: WorkflowToolOptions): Tool {
  const { tool } = options;
  return {
    listing: toListing(tool),
    asksBeforeStart: asksBeforeStart(tool),
    call: async (request, context) => callWorkflow(options, { request, context }),
  };
}
