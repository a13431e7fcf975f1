/** The start of a call's work; or its share in the work of the same call made before. */
import { isTaskError, TaskErrorCode } from '../core/errors.js';
import { parseArguments } from '../core/parse-arguments.js';
import type { Task } from '../core/task.js';

import type { Admission } from './ask-before-start.js';
import { toIdempotencyKey } from './idempotency-key.js';
import type { OpenCall, StartedCall, WorkflowToolOptions } from './open-call.js';

/** Starts the work of a call. */
export async function startCall(
  { tool, tasks }: WorkflowToolOptions,
  { input, callId }: Extract<Admission, { kind: 'start' }>,
  { request, context }: OpenCall,
): Promise<Task> {
  const { ttlMs, progressToken, stance } = request;
  const { owner, session } = context.caller;
  const ofTool = await toIdempotencyKey(tool, input);
  const idempotencyKey = request.idempotencyKey ?? ofTool ?? callId;
  return tasks.create({
    tool,
    workflowArguments: parseArguments(tool, input),
    owner,
    protocolVersion: context.protocol.version,
    // Of a plain call's task, the session knows nothing.
    origin: {
      ...(stance === 'asksFor' && session !== undefined && { session }),
      ...(progressToken !== undefined && { progressToken }),
    },
    ...(ttlMs !== undefined && { ttlMs }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

/** The task of the same call made before, unless there is none any more. */
async function readRepeated(
  { tasks }: WorkflowToolOptions,
  creating: Promise<string>,
  { context }: OpenCall,
): Promise<Task | undefined> {
  try {
    return await tasks.get(await creating, context.caller.owner);
  } catch (error) {
    const isGone =
      isTaskError(error) &&
      (error.code === TaskErrorCode.taskNotFound || error.code === TaskErrorCode.taskExpired);
    if (isGone) return undefined;
    throw error;
  }
}

/** Starts the work of a call that waits for its result, or finds it under way. */
export async function startOrJoin(
  options: WorkflowToolOptions,
  admission: Extract<Admission, { kind: 'start' }>,
  call: OpenCall,
): Promise<StartedCall> {
  const { tool, repeats } = options;
  const { request, context } = call;
  const hasKey =
    request.idempotencyKey !== undefined ||
    tool.idempotencyKey !== undefined ||
    admission.callId !== undefined;
  if (!tool.joinsRepeats || hasKey) {
    return { task: await startCall(options, admission, call), hasJoined: false };
  }
  const { owner } = context.caller;
  const key = await repeats.keyOf({ owner, toolName: tool.name, input: admission.input });
  const earlier = repeats.find(key);
  const repeated = earlier && (await readRepeated(options, earlier, call));
  if (repeated) return { task: repeated, hasJoined: true };
  // Nothing is waited for between the look and this, so of two calls at once the second one finds the first.
  const starting = startCall(options, admission, call);
  repeats.remember(
    key,
    starting.then(({ taskId }) => taskId),
  );
  return { task: await starting, hasJoined: false };
}
