/** Starts a call's work, or joins the work of an earlier equal call. */
import { isTaskGone } from '../../../core/errors.js';
import { checkWorkflowClaims } from '../../../core/person/to-principal.js';
import type { Task } from '../../../core/task/task.js';
import type { CreatedTask, EqualCall } from '../../../core/task/tasks.js';
import { asOwner } from '../../../core/task/viewer.js';
import { parseArguments } from '../../../core/tool/parse-arguments.js';
import type { OpenCall, StartedCall, WorkflowToolOptions } from '../answer/open-call.js';

import type { StartDecision } from './ask-before-start.js';
import { toIdempotencyKey } from './idempotency-key.js';
import { keepsQuestions } from './keeps-questions.js';
import { planStart } from './plan-start.js';
import { isForRepeat } from './repeats.js';

/** The part of an equal call in work that an earlier one has started. */
const REPEATED = { hasJoined: true, isShared: false, isRepeat: true } as const;

type Admitted = Extract<StartDecision, { kind: 'start' }>;

export async function startCall(
  { tool, tasks }: WorkflowToolOptions,
  { input, callId }: Admitted,
  { request, context }: OpenCall,
  equalCall?: EqualCall,
): Promise<CreatedTask> {
  const { ttlMs, progressToken, stance } = request;
  const { owner, workflowClaims } = context.caller;
  const { session, askable } = context.client;
  checkWorkflowClaims(context.caller);
  // The tool's key takes precedence over the client's: a client with a new key for each call must not bypass it.
  const ofTool = await toIdempotencyKey(tool, input);
  const idempotencyKey = ofTool ?? request.idempotencyKey ?? callId;
  const workflowArguments = await parseArguments(tool, input, context.caller);
  const start = await planStart(tool, { input, owner, workflowClaims });
  const isKeyed = idempotencyKey !== undefined || equalCall !== undefined;
  return tasks.create(asOwner(context.caller), {
    tool,
    workflowArguments,
    protocolVersion: context.protocol.version,
    origin: {
      // The session does not know the task of a plain call.
      ...(stance === 'asksFor' && session !== undefined && { session }),
      ...(progressToken !== undefined && { progressToken }),
      ...(stance === 'takes' && !keepsQuestions(tool) && { askable }),
    },
    ...(ttlMs !== undefined && { ttlMs }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(equalCall && { equalCall }),
    // The call stays the same if the caller's groups change.
    ...(isKeyed &&
      workflowClaims && { comparedArguments: await parseArguments(tool, input, { owner }) }),
    ...(start && { start }),
  });
}

/** `undefined` if the task no longer exists. */
async function readRepeated(
  { tasks }: WorkflowToolOptions,
  creating: Promise<string>,
  { context }: OpenCall,
): Promise<Task | undefined> {
  try {
    const task = await tasks.get(asOwner(context.caller), await creating);
    return isForRepeat(task) ? task : undefined;
  } catch (error) {
    if (isTaskGone(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the work that a call has started or shares. A call with a message has work of its own, even if the execution
 * is shared. Callers of adopted executions know that these are shared, so they need no note.
 */
export function toStarted({ tool }: WorkflowToolOptions, task: CreatedTask): StartedCall {
  const { isShared = false, isRepeat = false } = task;
  const hasOwnWork = tool.start?.message !== undefined || tool.start?.adopts !== undefined;
  return { task, isShared, isRepeat, hasJoined: isShared && !hasOwnWork };
}

/** Starts the work of a call, or joins it if another process runs it. */
async function startEqual(
  options: WorkflowToolOptions,
  decision: Admitted,
  call: OpenCall,
  key: string,
): Promise<StartedCall> {
  const task = await startCall(options, decision, call, options.repeats.equalCallOf(key));
  return task.isRepeat ? { task, ...REPEATED } : toStarted(options, task);
}

/** Returns true if the client, the tool or an earlier round of the call has set the key. */
function hasKeyOfItsOwn(
  { tool }: Pick<WorkflowToolOptions, 'tool'>,
  { callId }: Admitted,
  { request }: OpenCall,
): boolean {
  const keys = [request.idempotencyKey, tool.idempotencyKey, callId];
  return keys.some((key) => key !== undefined);
}

/** Starts the work of a call that waits for its result, or joins equal work that still runs. */
export async function startOrJoin(
  options: WorkflowToolOptions,
  decision: Admitted,
  call: OpenCall,
): Promise<StartedCall> {
  const { tool, repeats } = options;
  if (!tool.joinRepeats || hasKeyOfItsOwn(options, decision, call)) {
    return toStarted(options, await startCall(options, decision, call));
  }
  const { owner } = call.context.caller;
  const key = await repeats.keyOf({ owner, toolName: tool.name, input: decision.input });
  const earlier = repeats.find(key);
  const repeated = earlier && (await readRepeated(options, earlier, call));
  if (repeated) return { task: repeated, ...REPEATED };
  // No `await` between the look-up and this line, so the second of two concurrent calls finds the first.
  const starting = startEqual(options, decision, call, key);
  repeats.remember(
    key,
    starting.then(({ task }) => task.taskId),
  );
  return starting;
}
