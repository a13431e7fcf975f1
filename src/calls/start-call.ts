/** The start of a call's work; or its share in the work of the same call made before. */
import { isTaskError, TaskErrorCode } from '../core/errors.js';
import { parseArguments } from '../core/parse-arguments.js';
import type { Task } from '../core/task.js';

import type { Admission } from './ask-before-start.js';
import type { OpenCall, StartedCall, WorkflowToolOptions } from './open-call.js';

/** Starts the work of a call. */
export async function startCall(
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
export async function startOrJoin(
  options: WorkflowToolOptions,
  admission: Extract<Admission, { kind: 'start' }>,
  call: OpenCall,
): Promise<StartedCall> {
  const { tool, repeats } = options;
  const { request, context } = call;
  const hasKey = request.idempotencyKey !== undefined || admission.callId !== undefined;
  if (!tool.joinsRepeats || hasKey) {
    return { task: await startCall(options, admission, call), hasJoined: false };
  }
  const { owner } = context.caller;
  const key = await repeats.keyOf({ owner, toolName: tool.name, input: admission.input });
  const repeated = await findRepeated(options, key, call);
  if (repeated) return { task: repeated, hasJoined: true };
  const starting = startCall(options, admission, call);
  repeats.remember(
    key,
    starting.then(({ taskId }) => taskId),
  );
  return { task: await starting, hasJoined: false };
}
