import * as z from 'zod';

import { placeholdersOf } from '../../core/mapping/text.js';
import { TaskSupport, type ToolTask } from '../../core/tool/tool-definition.js';
import { toOptionalText, toText } from '../compile/compile-text.js';
import { duration, text, DURATION, key } from '../key.js';
import type { LocatedProblem } from '../manifest-error.js';

const POLL_INTERVAL_MS = 2_000;
/**
 * A call that ends within this time gets a plain result. Hosts move a task to the background and are woken at its end,
 * which is too much effort for a short call.
 */
const AFTER_MS = 3_000;

const AFTER_BY_SUPPORT = {
  optional: AFTER_MS,
  required: 0,
  forbidden: 'never',
} as const satisfies Record<TaskSupport, number | 'never'>;

const support = z.enum(TaskSupport);

const ownKeys = {
  support: key(support, 'Calls as a task: optional (default), required or forbidden.'),
  becomesTaskAfter: key(
    z.union([z.literal('never'), z.literal('0s').transform(() => 0), duration], {
      error:
        'Write how long a call may take before it becomes a task: "5s"; "0s" for every call; or "never".',
    }),
    `Where the client leaves it to the server, a call becomes a task after this: "0s" at once, or "never". Default: 3 s. ${DURATION}`,
  ),
  answerWithin: key(
    duration,
    `How long a plain call waits for its result before it is answered with a handle. Default: the known limit of the host. ${DURATION}`,
  ),
  pollInterval: key(
    duration,
    `The shortest time between polls that the server suggests. Default: 2 s. ${DURATION}`,
  ),
  joinRepeats: key(
    z.boolean(),
    'true: an equal plain call joins the task that still runs, or whose result is still uncollected. Default: true.',
  ),
  idempotencyKey: key(
    text,
    'The key that makes two calls the same task: "{order_id}", or "{$input}" for all arguments. For work that must not run twice.',
  ),
  immediateResponse: key(text, 'The text that a host may give to the model while the task runs.'),
};

/** `task` of a tool: when a call becomes a task, and how long a plain one waits. */
export const taskGroup = z
  .union([support, z.strictObject(ownKeys)])
  .transform((task) => (typeof task === 'string' ? { support: task } : task));

/** `task`, with durations in milliseconds. */
export type TaskSource = z.output<typeof taskGroup>;

type Path = readonly PropertyKey[];

/** A `support` and a `becomesTaskAfter` that contradict each other. */
function checkAfter(
  { support, becomesTaskAfter: after }: TaskSource,
  path: Path,
): LocatedProblem[] {
  const isContradiction =
    (support === TaskSupport.required && after === 'never') ||
    (support === TaskSupport.forbidden && after !== undefined && after !== 'never');
  if (!isContradiction) return [];
  const message = `Contradicts "support: ${support}": leave it out.`;
  return [{ path: [...path, 'becomesTaskAfter'], message }];
}

/** Reports a key that would be the same for every call. */
function checkIdempotencyKey({ idempotencyKey }: TaskSource, path: Path): LocatedProblem[] {
  if (idempotencyKey === undefined) return [];
  if (placeholdersOf(toText(idempotencyKey)).length > 0) return [];
  const message =
    'All calls would be the same task: use an argument, "{order_id}", or "{$input}" for all arguments.';
  return [{ path: [...path, 'idempotencyKey'], message }];
}

export function checkTask(source: TaskSource = {}, path: Path): LocatedProblem[] {
  return [...checkAfter(source, path), ...checkIdempotencyKey(source, path)];
}

/**
 * The tasks of a tool, with every default filled in.
 *
 * @param joinRepeats The default of `joinRepeats`.
 */
export function toTask(
  source: TaskSource = {},
  joinRepeats: boolean,
  names: readonly string[],
): ToolTask {
  const { support: taskSupport = TaskSupport.optional } = source;
  return {
    support: taskSupport,
    becomesTaskAfterMs: source.becomesTaskAfter ?? AFTER_BY_SUPPORT[taskSupport],
    answerWithinMs: source.answerWithin,
    pollIntervalMs: source.pollInterval ?? POLL_INTERVAL_MS,
    joinRepeats: source.joinRepeats ?? joinRepeats,
    idempotencyKey: toOptionalText(source.idempotencyKey, names),
    immediateResponse: source.immediateResponse,
  };
}
