/** Starts a call's work, or joins the work of an earlier equal call. */
import { isTaskGone } from '../../../core/errors.js';
import { toCallerRoot } from '../../../core/person/caller-root.js';
import { checkWorkflowClaims } from '../../../core/person/to-principal.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Task } from '../../../core/task/task.js';
import type { CreatedTask, EqualCall } from '../../../core/task/tasks.js';
import { parseArguments } from '../../../core/tool/parse-arguments.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { StartedCall, WorkflowToolOptions } from '../answer/open-call.js';
import { keepsQuestions } from '../call/keeps-questions.js';
import { isForRepeat } from '../call/repeats.js';
import type { CallRequest } from '../call/tool.js';

import { toIdempotencyKey } from './idempotency-key.js';
import { planStart } from './plan-start.js';

/** The part of an equal call in work that an earlier one has started. */
const REPEATED = { hasJoined: true, isShared: false, isRepeat: true } as const;

/** The arguments that make two calls equal. */
function toCompared(
  { input: { compared } }: ToolDefinition,
  input: CallRequest['input'],
): CallRequest['input'] {
  return compared?.(input) ?? input;
}

export async function startCall(
  { tool, tasks }: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
  equalCall?: EqualCall,
): Promise<CreatedTask> {
  const { input, ttlMs, progressToken, stance } = request;
  const { caller, client, protocol } = exchange;
  const { owner, workflowClaims } = caller;
  const { session, askable } = client;
  checkWorkflowClaims(caller);
  // The tool's key takes precedence over the client's: a client with a new key for each call must not bypass it.
  const scope = { input, caller: toCallerRoot(caller) };
  const compared = toCompared(tool, input);
  const ofTool = await toIdempotencyKey(tool.task.idempotencyKey, { ...scope, input: compared });
  const idempotencyKey = ofTool ?? request.idempotencyKey;
  const workflowArguments = await parseArguments(tool, input, caller);
  const start = await planStart(tool, scope);
  const isKeyed = idempotencyKey !== undefined || equalCall !== undefined;
  return tasks.create(exchange, {
    tool,
    workflowArguments,
    protocolVersion: protocol.version,
    origin: {
      // Other requests have a token for their own time only, and their session does not know the task.
      session: stance === 'asksFor' ? session : undefined,
      progressToken: stance === 'asksFor' ? progressToken : undefined,
      askable: stance === 'takes' && !keepsQuestions(tool) ? askable : undefined,
    },
    ttlMs,
    idempotencyKey,
    equalCall,
    // The call stays the same if the caller's groups change, or if its host adds another ID.
    comparedArguments:
      isKeyed && (workflowClaims !== undefined || compared !== input)
        ? await parseArguments(tool, compared, { owner })
        : undefined,
    start,
  });
}

/** `undefined` if the task no longer exists. */
async function readRepeated(
  { tasks }: WorkflowToolOptions,
  exchange: Exchange,
  creating: Promise<string>,
): Promise<Task | undefined> {
  try {
    const task = await tasks.get(exchange, await creating);
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
  const hasOwnWork = tool.workflow.startWith !== undefined || tool.workflow.adopt !== undefined;
  return { task, isShared, isRepeat, hasJoined: isShared && !hasOwnWork };
}

/** Starts the work of a call, or joins it if another process runs it. */
async function startEqual(
  options: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
  key: string,
): Promise<StartedCall> {
  const task = await startCall(options, exchange, request, options.repeats.equalCallOf(key));
  return task.isRepeat ? { task, ...REPEATED } : toStarted(options, task);
}

/** Starts the work of a call that waits for its result, or joins equal work that still runs. */
export async function startOrJoin(
  options: WorkflowToolOptions,
  exchange: Exchange,
  request: CallRequest,
): Promise<StartedCall> {
  const { tool, repeats } = options;
  // The client, the tool or an earlier round of the call has set a key.
  const isKeyed = (request.idempotencyKey ?? tool.task.idempotencyKey) !== undefined;
  if (!tool.task.joinRepeats || isKeyed) {
    return toStarted(options, await startCall(options, exchange, request));
  }
  const { owner } = exchange.caller;
  const key = await repeats.keyOf({ owner, tool, input: toCompared(tool, request.input) });
  const earlier = repeats.find(key);
  const repeated = earlier && (await readRepeated(options, exchange, earlier));
  if (repeated) return { task: repeated, ...REPEATED };
  // No `await` between the look-up and this line, so the second of two concurrent calls finds the first.
  const starting = startEqual(options, exchange, request, key);
  repeats.remember(
    key,
    starting.then(({ task }) => task.taskId),
  );
  return starting;
}
