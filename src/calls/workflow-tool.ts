/** The kind of tool that starts a Workflow Execution. */
import { lackingCapability } from '../core/askable.js';
import { isTaskError, TaskError, TaskErrorCode } from '../core/errors.js';
import type { InputRequest, InputRequests } from '../core/input-request.js';
import { parseArguments } from '../core/parse-arguments.js';
import type { Params } from '../core/request-params.js';
import type { Task } from '../core/task.js';
import type { Tasks } from '../core/tasks.js';
import type { ToolDefinition } from '../core/tool-definition.js';
import { toErrorResult } from '../core/tool-result.js';
import { refuseInvalid } from '../questions/refusals.js';

import { leaveCall } from './abandoned-call.js';
import { type Admission, askBeforeStart } from './ask-before-start.js';
import { type CallMode, chooseMode } from './choose-mode.js';
import { followTask, followTaskWithin } from './follow-task.js';
import { hasEnded, outcomeOf } from './outcome.js';
import { asksBeforeStart } from './start-questions.js';
import type { CallContext, CallReply, CallRequest, Tool } from './tool.js';

interface Dependencies {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
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

/** The questions of a call's task that its client can be asked. All others are answered in its place. */
function askableQuestions({ inputRequests = {} }: Task, { caller }: CallContext): InputRequests {
  const canAsk = (request: InputRequest): boolean =>
    refuseInvalid(request) === undefined &&
    lackingCapability(request, caller.askable) === undefined;
  return Object.fromEntries(Object.entries(inputRequests).filter(([, request]) => canAsk(request)));
}

/** Waits for the result; or for a question, where that has to travel in the reply. */
async function waitForResult(
  { tool, tasks }: Dependencies,
  taskId: string,
  call: OpenCall,
): Promise<CallReply> {
  const { context } = call;
  const asksInReply = context.client.ask === undefined;
  const hasQuestion = (task: Task): boolean =>
    asksInReply && Object.keys(askableQuestions(task, context)).length > 0;
  try {
    const task = await followTask({ tasks, taskId, ...call }, hasQuestion);
    if (hasEnded(task, context.protocol)) return toEnded(task, call);
    return {
      kind: 'questions',
      requests: askableQuestions(task, context),
      progress: { phase: 'running', taskId },
      lifetimeMs: task.ttlMs,
    };
  } catch (error) {
    if (context.signal.aborted) await leaveCall(taskId, { tasks, tool }, call);
    throw error;
  }
}

/** Answers with the task, at once or after a while; unless its client has gone before it could learn of it. */
async function answerWithTask(
  { tool, tasks }: Dependencies,
  created: Task,
  { call, budgetMs }: { readonly call: OpenCall; readonly budgetMs: number | undefined },
): Promise<CallReply> {
  const { context } = call;
  try {
    const task =
      budgetMs === undefined
        ? created
        : await followTaskWithin({ tasks, ...call }, { created, budgetMs });
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
  { tool, tasks }: Dependencies,
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
  dependencies: Dependencies,
  mode: CallMode,
  call: OpenCall,
): Promise<CallReply> {
  const { request, context } = call;
  const admission = await askBeforeStart(dependencies.tool, request, context);
  switch (admission.kind) {
    case 'reply':
      return admission.reply;
    case 'refused':
      if (request.stance !== 'asksFor') return toToolError(admission.message);
      throw new TaskError(TaskErrorCode.invalidParams, admission.message);
    case 'start': {
      const task = await start(dependencies, admission, call);
      switch (mode.kind) {
        case 'result':
          return waitForResult(dependencies, task.taskId, call);
        case 'task':
          return request.stance === 'asksFor'
            ? { kind: 'task', task }
            : answerWithTask(dependencies, task, { call, budgetMs: undefined });
        case 'resultWithin':
          return answerWithTask(dependencies, task, { call, budgetMs: mode.budgetMs });
      }
    }
  }
}

/** Goes on with the task of a call that its client has repeated with answers. */
async function goOn(
  dependencies: Dependencies,
  taskId: string,
  call: OpenCall,
): Promise<CallReply> {
  const answers: Params = call.request.answers ?? {};
  try {
    await dependencies.tasks.answer(taskId, call.context.caller.owner, answers);
  } catch (error) {
    // Asked again, for the question is still open: the client may do better.
    const isMisfit = isTaskError(error) && error.code === TaskErrorCode.invalidInput;
    const isContent = isMisfit && error.violations?.[0]?.path.startsWith('/content/');
    if (!isContent) throw error;
  }
  return waitForResult(dependencies, taskId, call);
}

async function callWorkflow(dependencies: Dependencies, call: OpenCall): Promise<CallReply> {
  const { request } = call;
  const mode = chooseMode(dependencies.tool, request.stance);
  try {
    return request.progress?.phase === 'running'
      ? await goOn(dependencies, request.progress.taskId, call)
      : await begin(dependencies, mode, call);
  } catch (error) {
    // Arguments that break the schema are a tool error, which the model can mend; but no task comes of them.
    const isMendable = isTaskError(error) && error.code === TaskErrorCode.invalidArguments;
    if (isMendable && request.stance !== 'asksFor') return toToolError(error.message);
    throw error;
  }
}

/** The tool of a Workflow Type. */
export function createWorkflowTool(tool: ToolDefinition, tasks: Tasks): Tool {
  return {
    listing: tool,
    asksBeforeStart: asksBeforeStart(tool),
    call: async (request, context) => callWorkflow({ tool, tasks }, { request, context }),
  };
}
