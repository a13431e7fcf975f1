/**
 * A `tools/call` of a tool with a Workflow, from its request to its reply: {@link callWorkflow} chooses the form of the
 * reply, asks the user what has to be known before the start, starts the work or joins that of an equal call, waits for
 * it, and replies with its result, a handle, questions or the task.
 */
import {
  describeViolation,
  hasCode,
  isTaskGone,
  TaskError,
  TaskErrorCode,
} from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { GIVEN_UP, GivenUpQuestions, MAX_MISFITS } from '../../core/question/given-up-questions.js';
import type { Question } from '../../core/question/question.js';
import { type Exchange, isWithdrawn } from '../../core/request/exchange.js';
import { MISFIT_SCHEMA } from '../../core/task/checked-outcome.js';
import type { Task } from '../../core/task/task.js';
import type { EqualCall, Tasks } from '../../core/task/tasks.js';
import { allowOthers } from '../../core/tool/embed-schema.js';
import { type ToolDefinition, type ToolListing } from '../../core/tool/tool-definition.js';
import { toErrorResult } from '../../core/tool/tool-result.js';
import type { Params } from '../../core/value/request-params.js';

import type { AnswerBudgets } from './answer/answer-budget.js';
import { answerTask, noteLate } from './answer/answer-in-call.js';
import { describeApprovals } from './answer/describe-task.js';
import { followTask } from './answer/follow-task.js';
import { HANDLE_SCHEMA, type NextTools, toHandleResult } from './answer/handle-result.js';
import { findHostLimit } from './answer/host-limits.js';
import { describeJoinedTask, noteJoined } from './answer/joined-note.js';
import {
  exceedsClient,
  hasGivenUp,
  isAskingOnStream,
  keepsQuestions,
  questionsForReply,
  waitsForOthers,
} from './answer/open-questions.js';
import { isTerminalTask, outcomeOf, toCallOutcome } from './answer/outcome.js';
import { followPatiently } from './answer/patient-wait.js';
import { isForRepeat, mayBeMissed, type Repeats } from './call/repeats.js';
import {
  type CallProgress,
  type CallReply,
  type CallRequest,
  countMisfits,
  endedCall,
  type Misfits,
  type TaskStance,
  type Tool,
} from './call/tool.js';
import { comparedInput, planCall } from './start/plan-start.js';
import { askBeforeStart, asksBeforeStart } from './start/start-questions.js';

/** Errors that a model can correct, by other arguments or another tool. */
const MENDABLE: readonly TaskErrorCode[] = [
  TaskErrorCode.invalidArguments,
  TaskErrorCode.workflowIdInUse,
];
/** The same for a call whose argument names a task. */
const MENDABLE_ID: readonly TaskErrorCode[] = [
  ...MENDABLE,
  TaskErrorCode.taskNotFound,
  TaskErrorCode.taskExpired,
];

export interface WorkflowToolOptions {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
  readonly budgets: AnswerBudgets;
  /** The tools that a handle points to. Absent: no such tools. */
  readonly next: NextTools | undefined;
  readonly repeats: Repeats;
  /** Absent: no log. */
  readonly logger: Logger | undefined;
}

/** A call on its way to its reply. */
interface Call extends WorkflowToolOptions {
  readonly exchange: Exchange;
  readonly request: CallRequest;
}

/** The task of a call, and the call's part in it. */
interface Work {
  readonly task: Task;
  /** The call has joined earlier work and started no work. */
  readonly hasJoined: boolean;
  /** Other calls share the task, so it continues when this call's client leaves. */
  readonly isShared: boolean;
  /** An earlier equal call has started the work. */
  readonly isRepeat: boolean;
}

export function createWorkflowTool(options: WorkflowToolOptions): Tool {
  const { tool } = options;
  return {
    listing: toListing(tool),
    asksBeforeStart: asksBeforeStart(tool),
    call: async (exchange, request) => callWorkflow({ ...options, exchange, request }),
  };
}

async function callWorkflow(call: Call): Promise<CallReply> {
  const { tool, request } = call;
  const mode = chooseMode(tool, request.stance);
  try {
    if (request.progress?.phase === 'running') return await resume(call, request.progress);
    const decision = await askBeforeStart(call, async (answered) =>
      startAndReply({ ...call, request: answered }, mode),
    );
    return decision.kind === 'reply' ? decision.reply : refuse(call, decision.message);
  } catch (error) {
    return correctable(call, error);
  }
}

/** The form of the reply to a call. With `budgetMs`, it becomes a task or a handle after that time. */
type CallMode =
  | { readonly kind: 'task' }
  | { readonly kind: 'result' }
  | { readonly kind: 'resultWithin'; readonly budgetMs: number };

/**
 * @throws {TaskError} `taskForbidden` if the client asks for a task of a tool without task support. `taskRequired` if
 * the tool runs as a task only, and the client's revision has tasks but the call accepts none.
 */
function chooseMode({ name, task }: ToolDefinition, stance: TaskStance): CallMode {
  switch (stance) {
    case 'asksFor':
      if (task.support !== 'forbidden') return { kind: 'task' };
      throw new TaskError(
        TaskErrorCode.taskForbidden,
        `Tool ${name} cannot run as a task: call it without "task".`,
      );
    case 'takes':
      if (task.becomesTaskAfter === 0) return { kind: 'task' };
      if (task.becomesTaskAfter === 'never') return { kind: 'result' };
      return { kind: 'resultWithin', budgetMs: task.becomesTaskAfter };
    case 'declines':
      if (task.support !== 'required') return { kind: 'result' };
      throw new TaskError(
        TaskErrorCode.taskRequired,
        `Tool ${name} runs as a task only: call it with "task": {}.`,
      );
    case 'knowsNone':
      // A client whose revision has no tasks can call the tool in this way only.
      return { kind: 'result' };
  }
}

/** The user has refused the start, or has given no valid answer. */
function refuse({ request }: Call, message: string): CallReply {
  if (request.stance !== 'asksFor') return endedCall(toErrorResult(message));
  throw new TaskError(TaskErrorCode.invalidParams, message);
}

/**
 * Invalid arguments, a Workflow ID in use and an unknown task become tool errors, which the model can correct. A call
 * that asks for a task gets a protocol error instead.
 */
function correctable({ tool, request }: Call, error: unknown): CallReply {
  const codes = tool.start.adopt === undefined ? MENDABLE : MENDABLE_ID;
  const isMendable = hasCode(error, ...codes);
  if (isMendable && request.stance !== 'asksFor') return endedCall(toErrorResult(error.message));
  throw error;
}

async function startAndReply(call: Call, mode: CallMode): Promise<CallReply> {
  switch (mode.kind) {
    case 'result': {
      const sinceMs = performance.now();
      return replyWithResult(call, await startOrJoin(call), { sinceMs });
    }
    case 'task':
      // A task that the client has asked for is its own. In all other cases, the server makes the task.
      return call.request.stance === 'asksFor'
        ? toTaskReply(call, await start(call))
        : replyWithTask(call, await startOrJoin(call));
    case 'resultWithin':
      return replyWithTask(call, await startOrJoin(call), mode.budgetMs);
  }
}

/** Starts the work of a call that has not asked for a task of its own, or joins equal work that still runs. */
async function startOrJoin(call: Call): Promise<Work> {
  const { tool, repeats, exchange, request } = call;
  // The client, the tool or an earlier round of the call has set a key.
  const isKeyed = (request.idempotencyKey ?? tool.task.idempotencyKey) !== undefined;
  if (!tool.task.joinRepeats || isKeyed) return start(call);
  const { owner } = exchange.caller;
  const key = await repeats.keyOf({ owner, tool, input: comparedInput(tool, request.input) });
  const earlier = repeats.find(key);
  const task = earlier && (await readForRepeat(call, earlier));
  if (task) return toRepeat(task);
  // No `await` between the look-up and this line, so the second of two concurrent calls finds the first.
  const starting = start(call, repeats.equalCallOf(key));
  repeats.remember(
    key,
    starting.then((work) => work.task.taskId),
  );
  return starting;
}

/** The task of an earlier equal call; `undefined` if it no longer exists, or ended too long ago. */
async function readForRepeat(
  { tasks, exchange }: Call,
  taskId: Promise<string>,
): Promise<Task | undefined> {
  try {
    const task = await tasks.get(exchange, await taskId);
    return isForRepeat(task) ? task : undefined;
  } catch (error) {
    if (isTaskGone(error)) return undefined;
    throw error;
  }
}

/**
 * Starts the work of a call. A call with a message has work of its own, even if the execution is shared. Callers of
 * adopted executions know that these are shared, so they need no note.
 *
 * @param equalCall Another process may run equal work, which the call then joins. Absent: no.
 */
async function start(call: Call, equalCall?: EqualCall): Promise<Work> {
  const { tool, tasks, exchange, request } = call;
  const task = await tasks.create(exchange, await planCall(tool, exchange, request, equalCall));
  const { isShared = false, isRepeat = false } = task;
  if (equalCall && isRepeat) return toRepeat(task);
  const hasOwnWork = tool.start.startWith !== undefined || tool.start.adopt !== undefined;
  return { task, isShared, isRepeat, hasJoined: isShared && !hasOwnWork };
}

function toRepeat(task: Task): Work {
  return { task, hasJoined: true, isShared: false, isRepeat: true };
}

/** Gives the answers with which a client has repeated its call to the task, and waits for the result again. */
async function resume(
  call: Call,
  { taskId, askedAtMs, isRepeat = false, isShared = false, misfits = {} }: RunningProgress,
): Promise<CallReply> {
  const { tasks, logger, exchange, request } = call;
  const answers: Params = request.answers ?? {};
  const { fault, tooLate } = await answerTask(call, taskId, { answers, askedAtMs });
  const task = await tasks.get(exchange, taskId);
  const work = { task, hasJoined: false, isRepeat, isShared };
  if (!fault) {
    return noteLate(call, await replyWithResult(call, work, { misfits }), { taskId, tooLate });
  }
  const unfit = task.questions.map(({ key }) => key).filter((key) => Object.hasOwn(answers, key));
  const counts = countMisfits(misfits, unfit);
  const givenUp = new GivenUpQuestions();
  for (const key of unfit) {
    if ((counts[key] ?? 0) < MAX_MISFITS) continue;
    givenUp.add(key, describeViolation(fault, ''));
    logger?.warn({ taskId, key }, GIVEN_UP);
  }
  return replyWithResult({ ...call, exchange: { ...exchange, givenUp } }, work, {
    misfits: counts,
  });
}

type RunningProgress = Extract<CallProgress, { phase: 'running' }>;

/**
 * Waits for the result as long as the client does. The wait also ends with a question for the reply, or with a
 * question that only other people may answer. If the work still runs then, the reply is a handle.
 *
 * @param sinceMs Time at which the host began to wait, by `performance.now()`.
 * @param misfits The number of answers that did not fit, by the question's key. Default: none.
 */
async function replyWithResult(
  call: Call,
  work: Work,
  {
    sinceMs = performance.now(),
    misfits,
  }: { readonly sinceMs?: number; readonly misfits?: Misfits },
): Promise<CallReply> {
  const { tool, tasks, budgets, repeats, exchange, request } = call;
  const { hasJoined, isShared, isRepeat } = work;
  const { taskId } = work.task;
  // Only the call that has started the work decides that its questions have nobody to answer them.
  const refuses = !keepsQuestions(tool) && !isRepeat && !isShared;
  try {
    const { latest, ...read } = await followPatiently(tasks, exchange, work.task, {
      budgets,
      answerWithinMs: tool.task.answerWithin,
      sinceMs,
      joined: isRepeat ? repeats.joinedCallOf(taskId) : hasJoined ? 'unknown' : undefined,
      progressToken: request.progressToken,
      isEnough: (task) =>
        questionsForReply(exchange, task).length > 0 ||
        (!refuses && exceedsClient(exchange, task)) ||
        waitsForOthers(exchange, task) ||
        hasGivenUp(exchange, task),
      refuses,
    });
    if (isTerminalTask(latest, exchange.protocol)) {
      // A client that has left has not received the result.
      if (!exchange.signal.aborted) {
        repeats.collected(taskId, mayBeMissed(tool, performance.now() - sinceMs));
      }
      return await toEnded(call, { ...work, task: latest });
    }
    const questions = questionsForReply(exchange, latest);
    if (questions.length > 0 && !hasGivenUp(exchange, latest)) {
      return toQuestionsReply({ ...work, task: latest }, questions, misfits);
    }
    assertStays(call, false);
    if (!hasJoined && !isRepeat) repeats.answered(taskId);
    return toHandle(call, latest, { hasJoined, ...read });
  } catch (error) {
    await abandon(call, work);
    throw error;
  }
}

/** Waits for the result for `budgetMs`, and replies with the task if the work still runs. Default: no wait. */
async function replyWithTask(call: Call, work: Work, budgetMs?: number): Promise<CallReply> {
  const { tool, tasks, repeats, exchange, request } = call;
  const { protocol } = exchange;
  try {
    const task =
      budgetMs === undefined
        ? work.task
        : await followTask(tasks, exchange, work.task, {
            progressToken: request.progressToken,
            budgetMs,
            isEnough: ({ questions }) => questions.length > 0,
            refuses: false,
          });
    const latest = { ...work, task };
    const isEnded = budgetMs !== undefined && isTerminalTask(task, protocol);
    assertStays(call, isEnded);
    if (isEnded) {
      repeats.shown(tool, task);
      return await toEnded(call, latest);
    }
    if (!work.isRepeat) repeats.answered(task.taskId);
    return toTaskReply(call, latest);
  } catch (error) {
    await abandon(call, work);
    throw error;
  }
}

/**
 * Returns true if nobody waits for the work of a call: its client has left, or has ended its input and the tool cancels
 * on a disconnect.
 */
function hasLeft({ exchange: { signal, inputOver }, tool }: Call): boolean {
  return signal.aborted || (tool.cancel.onDisconnect && inputOver?.aborted === true);
}

/** @throws {TaskError} `aborted` if the client has left, and its work still runs or cannot be delivered. */
function assertStays(call: Call, isEnded: boolean): void {
  if (call.exchange.signal.aborted || (!isEnded && hasLeft(call))) {
    throw new TaskError(TaskErrorCode.aborted, 'The call was withdrawn.');
  }
}

/**
 * Cancels the work of a call whose client has left, if no other caller can use it. A user's cancellation is
 * deliberate. A time-out, a closed stream and a dead connection say nothing about the work: hosts give up early and
 * come back.
 */
async function abandon(call: Call, { task: { taskId }, isShared }: Work): Promise<void> {
  const { tool, tasks, budgets, repeats, exchange } = call;
  const { client, protocol } = exchange;
  const { cancel } = tool;
  if (!hasLeft(call) || isShared) return;
  const host = findHostLimit(budgets.times, client.name);
  const isDeliberate = isWithdrawn(exchange) && host?.hidesTimeOuts !== true;
  const isUseless = isDeliberate ? cancel.onCallCancelled : cancel.onDisconnect;
  if (!isUseless) return;
  // The same call may come before Temporal has recorded the stop.
  repeats.collected(taskId, false);
  try {
    await tasks.cancel(exchange, taskId, { protocol, reason: 'The client withdrew the call' });
  } catch (error) {
    const isOver = hasCode(error, TaskErrorCode.taskTerminal, TaskErrorCode.taskExpired);
    if (!isOver) throw error;
  }
}

/** The result of an ended task. A note tells the model if the call has joined another call's task. */
async function toEnded(
  { tool, exchange: { protocol } }: Call,
  { task, hasJoined }: Work,
): Promise<CallReply> {
  const outcome = toCallOutcome(outcomeOf(task, protocol));
  const { taskId } = task;
  if (outcome.kind !== 'result' || !hasJoined) return { kind: 'ended', outcome, taskId };
  return endedCall(await noteJoined(outcome.result, tool, taskId), taskId);
}

/** The questions of a running task, with what the client sends back beside its answers. */
function toQuestionsReply(
  { task: { taskId, ttlMs }, isRepeat, isShared }: Work,
  questions: readonly Question[],
  misfits: Misfits | undefined,
): CallReply {
  return {
    kind: 'questions',
    requests: Object.fromEntries(questions.map((question) => [question.key, question])),
    progress: {
      phase: 'running',
      taskId,
      askedAtMs: Date.now(),
      isRepeat: isRepeat ? true : undefined,
      isShared: isShared ? true : undefined,
      misfits,
    },
    lifetimeMs: ttlMs,
  };
}

/** The reply for work that still runs: how to get its result. */
function toHandle(
  { tool, next, exchange }: Call,
  task: Task,
  read: Pick<
    Parameters<typeof toHandleResult>[1],
    'hasJoined' | 'mark' | 'nextMs' | 'isHandedOver'
  >,
): CallReply {
  const { protocol, givenUp } = exchange;
  const { modelMayAnswer } = tool.access;
  const isAsking = isAskingOnStream(exchange, task);
  return endedCall(
    toHandleResult(task, { protocol, next, modelMayAnswer, isAsking, givenUp, ...read }),
  );
}

/** A host without tools for tasks tells its model no more than this until the task has ended. */
function toTaskReply({ tool }: Call, { task, hasJoined }: Work): CallReply {
  const { modelMayAnswer } = tool.access;
  const parts = [
    hasJoined ? describeJoinedTask(task) : '',
    tool.task.immediateResponse ?? '',
    describeApprovals(task, { modelMayAnswer }),
  ];
  const words = parts.filter(Boolean).join(' ');
  return {
    kind: 'task',
    task,
    hasJoined: hasJoined ? true : undefined,
    toModel: words === '' ? undefined : words,
  };
}

/**
 * Clients check structured content against the output schema. A call may also be answered with a handle or an unfitting
 * result, so the schema allows both.
 */
function toListing(tool: ToolDefinition): ToolListing {
  const { name, shown, result, task } = tool;
  const { outputSchema } = shown;
  const listing = { name, shown, taskSupport: task.support };
  if (!outputSchema) return listing;
  const others = [
    ...(task.support === 'required' ? [] : [HANDLE_SCHEMA]),
    ...(result?.misfit ? [MISFIT_SCHEMA] : []),
  ];
  if (others.length === 0) return listing;
  return { ...listing, shown: { ...shown, outputSchema: allowOthers(outputSchema, others) } };
}
