import { isTaskError, TaskError, TaskErrorCode, type Violation } from '../../core/errors.js';
import {
  describeMisfit,
  GIVEN_UP,
  GivenUpQuestions,
  MAX_MISFITS,
} from '../../core/question/given-up-questions.js';
import type { Exchange } from '../../core/request/exchange.js';
import { MISFIT_SCHEMA } from '../../core/task/checked-outcome.js';
import { allowOthers } from '../../core/tool/embed-schema.js';
import {
  TaskSupport,
  type ToolDefinition,
  type ToolListing,
} from '../../core/tool/tool-definition.js';
import { toErrorResult } from '../../core/tool/tool-result.js';
import type { Params } from '../../core/value/request-params.js';

import { answerWithTask, toTaskReply, waitForResult } from './answer/await-call.js';
import { HANDLE_SCHEMA } from './answer/handle-result.js';
import type { WorkflowToolOptions } from './answer/open-call.js';
import type { CallProgress, CallReply, CallRequest, Tool } from './call/tool.js';
import { askBeforeStart } from './start/ask-before-start.js';
import { type CallMode, chooseMode } from './start/choose-mode.js';
import { startCall, startOrJoin, toStarted } from './start/start-call.js';
import { asksBeforeStart } from './start/start-questions.js';

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

function toToolError(message: string): CallReply {
  return { kind: 'ended', outcome: { kind: 'result', result: toErrorResult(message) } };
}

async function run(
  options: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
  mode: CallMode,
): Promise<CallReply> {
  if (mode.kind === 'result') {
    const sinceMs = performance.now();
    const started = await startOrJoin(options, exchange, request);
    return waitForResult(options, exchange, request, { ...started, sinceMs });
  }
  const started = toStarted(options, await startCall(options, exchange, request));
  if (mode.kind === 'task' && request.stance === 'asksFor') return toTaskReply(options, started);
  const budgetMs = mode.kind === 'task' ? undefined : mode.budgetMs;
  return answerWithTask(options, exchange, request, { ...started, budgetMs });
}

async function begin(
  options: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
  mode: CallMode,
): Promise<CallReply> {
  const decision = await askBeforeStart(options, exchange, request);
  switch (decision.kind) {
    case 'reply':
      return decision.reply;
    case 'refused':
      if (request.stance !== 'asksFor') return toToolError(decision.message);
      throw new TaskError(TaskErrorCode.invalidParams, decision.message);
    case 'start':
      return run(options, exchange, decision.request, mode);
  }
}

/** The fault in the content of an answer; `undefined` for other errors. */
function contentFaultOf(error: unknown): Violation | undefined {
  if (!isTaskError(error) || error.code !== TaskErrorCode.invalidInput) return undefined;
  return error.violations?.find(({ path }) => path.startsWith('/content/'));
}

/** Goes on with the task of a call that its client has repeated with answers. */
async function goOn(
  options: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
  progress: Extract<CallProgress, { phase: 'running' }>,
): Promise<CallReply> {
  const { taskId, isRepeat = false, isShared = false, misfits = {} } = progress;
  const answers: Params = request.answers ?? {};
  const { tasks, logger } = options;
  let fault: Violation | undefined;
  try {
    await tasks.answer(exchange, taskId, answers);
  } catch (error) {
    fault = contentFaultOf(error);
    // The question is still open, so the client gets it again.
    if (!fault) throw error;
  }
  const task = await tasks.get(exchange, taskId);
  const part = { task, hasJoined: false, isRepeat, isShared };
  if (!fault) return waitForResult(options, exchange, request, { ...part, misfits });
  const givenUp = new GivenUpQuestions();
  const counted = { ...misfits };
  for (const { key } of task.questions) {
    if (!Object.hasOwn(answers, key)) continue;
    const count = (counted[key] ?? 0) + 1;
    counted[key] = count;
    if (count < MAX_MISFITS) continue;
    givenUp.add(key, describeMisfit(fault));
    logger?.warn({ taskId, key }, GIVEN_UP);
  }
  const asking = { ...exchange, givenUp };
  return waitForResult(options, asking, request, { ...part, misfits: counted });
}

async function callWorkflow(
  options: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
): Promise<CallReply> {
  const mode = chooseMode(options.tool, request.stance);
  const { progress } = request;
  try {
    return progress?.phase === 'running'
      ? await goOn(options, exchange, request, progress)
      : await begin(options, exchange, request, mode);
  } catch (error) {
    // Invalid arguments, a Workflow ID in use and an unknown task become tool errors, which the model can correct. A
    // call that asks for a task gets a protocol error instead.
    const codes = options.tool.workflow.adopt === undefined ? MENDABLE : MENDABLE_ID;
    const isMendable = isTaskError(error) && codes.includes(error.code);
    if (isMendable && request.stance !== 'asksFor') return toToolError(error.message);
    throw error;
  }
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
    ...(task.support === TaskSupport.required ? [] : [HANDLE_SCHEMA]),
    ...(result?.givesMisfits ? [MISFIT_SCHEMA] : []),
  ];
  if (others.length === 0) return listing;
  return { ...listing, shown: { ...shown, outputSchema: allowOthers(outputSchema, others) } };
}

export function createWorkflowTool(options: WorkflowToolOptions): Tool {
  const { tool } = options;
  return {
    listing: toListing(tool),
    asksBeforeStart: asksBeforeStart(tool),
    call: async (exchange, request) => callWorkflow(options, exchange, request),
  };
}
