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
import type { Repeats } from './repeats.js';
import { asksBeforeStart } from './start-questions.js';
import type { CallContext, CallReply, CallRequest, Tool, ToolListing } from './tool.js';

/** What a tool of this kind works with. */
export interface WorkflowToolOptions {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
  readonly budgets: AnswerBudgets;
  /** The tools that a handle points to. Absent: there are none. */
  readonly next: NextTools | undefined;
  readonly repeats: Repeats;
}

/** The task of a call, which may be another call's as well. */
interface StartedCall {
  readonly task: Task;
  /** Whether the call has found the work under way, and has started nothing. */
  readonly hasJoined: boolean;
}

/** One call on its way. */
interface OpenCall {
  readonly request: CallRequest;
  readonly context: CallContext;
}

function toToolError(message: string): CallReply {
  return { kind: 'ended', outcome: { kind: 'result', result: toErrorResult(message) } };
}

/** The end of a task, with a word to the model where the work was another call's. */
function toEnded(task: Task, { context }: OpenCall, hasJoined: boolean): CallReply {
  const outcome = outcomeOf(task, context.protocol);
  const { taskId } = task;
  if (!hasJoined || outcome.kind !== 'result') return { kind: 'ended', outcome, taskId };
  const { result } = outcome;
  const note = {
    type: 'text',
    text: `(This is the result of the same call made before, task ${taskId}. Nothing was done twice.)`,
  };
  const content = [...result.content, note];
  return { kind: 'ended', outcome: { kind: 'result', result: { ...result, content } }, taskId };
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
  { tool, tasks, budgets, next, repeats }: WorkflowToolOptions,
  { task: known, hasJoined }: StartedCall,
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
    if (hasEnded(task, protocol)) {
      // Whoever has gone has not got it.
      if (!context.signal.aborted) repeats.collected(task.taskId);
      return toEnded(task, call, hasJoined);
    }
    const requests = questionsFor(task, context, true);
    if (asksInReply && !isEmpty(requests)) {
      const progress = { phase: 'running', taskId: task.taskId } as const;
      return { kind: 'questions', requests, progress, lifetimeMs: task.ttlMs };
    }
    const { modelMayAnswer } = tool;
    const result = toHandleResult(task, { protocol, next, modelMayAnswer, hasJoined });
    return { kind: 'ended', outcome: { kind: 'result', result } };
  } catch (error) {
    if (context.signal.aborted) await leaveCall(known.taskId, { tasks, tool }, context);
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
      ? toEnded(task, call, false)
      : { kind: 'task', task };
  } catch (error) {
    if (context.signal.aborted) await leaveCall(created.taskId, { tasks, tool }, context);
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

/** The task of the same call made before, where nobody has its result yet. */
async function findRepeated(
  { tasks, repeats }: WorkflowToolOptions,
  key: string,
  { context }: OpenCall,
): Promise<Task | undefined> {
  const taskId = await repeats.find(key)?.catch(() => undefined);
  if (taskId === undefined) return undefined;
  try {
    return await tasks.get(taskId, context.caller.owner);
  } catch (error) {
    if (isTaskError(error) && error.code === TaskErrorCode.taskNotFound) return undefined;
    throw error;
  }
}

/** Starts the work of a call that waits for its result, or finds it under way. */
async function startOrJoin(
  options: WorkflowToolOptions,
  admission: Extract<Admission, { kind: 'start' }>,
  call: OpenCall,
): Promise<StartedCall> {
  const { tool, repeats } = options;
  const { request, context } = call;
  const hasKey = request.idempotencyKey !== undefined || admission.callId !== undefined;
  if (!tool.joinsRepeats || hasKey) {
    return { task: await start(options, admission, call), hasJoined: false };
  }
  const { owner } = context.caller;
  const key = await repeats.keyOf({ owner, toolName: tool.name, input: admission.input });
  const repeated = await findRepeated(options, key, call);
  if (repeated) return { task: repeated, hasJoined: true };
  const starting = start(options, admission, call);
  repeats.remember(
    key,
    starting.then(({ taskId }) => taskId),
  );
  return { task: await starting, hasJoined: false };
}

/** Runs a call in its mode. */
async function run(
  options: WorkflowToolOptions,
  admission: Extract<Admission, { kind: 'start' }>,
  { mode, call }: { readonly mode: CallMode; readonly call: OpenCall },
): Promise<CallReply> {
  if (mode.kind === 'result') {
    return waitForResult(options, await startOrJoin(options, admission, call), call);
  }
  const task = await start(options, admission, call);
  if (mode.kind === 'task' && call.request.stance === 'asksFor') return { kind: 'task', task };
  const budgetMs = mode.kind === 'task' ? undefined : mode.budgetMs;
  return answerWithTask(options, task, { call, budgetMs });
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
    case 'start':
      return run(options, admission, { mode, call });
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
  const task = await tasks.get(taskId, owner);
  return waitForResult(options, { task, hasJoined: false }, call);
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
