import {
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

import {
  type Cancellation,
  CANCELLATION_SIGNAL,
  type CompanionInput,
  type KnownTask,
  LOOK_WITHOUT_HEARTBEAT_MS,
  type LookActivities,
  type Looked,
} from '../../core/companion/companion.js';
import type { Notice } from '../../core/webhook/task-news.js';

import { EndAfterGrace } from './end-after-grace.js';
import { Posts } from './posts.js';

/** Length of the first look, in milliseconds. Each further one is twice as long, while nothing happens. */
const FIRST_LOOK_MS = 30_000;
const MAX_LOOK_MS = 60 * 60_000;
const LEAST_LOOK_MS = 1_000;
/** Time for reads and declines beyond the wait, in milliseconds. */
const ACT_MS = 30_000;
/** Number of events above which a run ends even if endpoints still refuse their messages. Temporal ends it at 51,200. */
const MAX_EVENTS = 20_000;

const taskCancelled = defineSignal<[Cancellation]>(CANCELLATION_SIGNAL);

type Watched = CompanionInput & { readonly taskQueue: string };

/** Retries come after 2, 14 and 98 seconds, then every 10 minutes. */
function postFor({ taskQueue, toolName }: Watched): (notice: Notice) => Promise<void> {
  const { postNotice } = proxyActivities<LookActivities>({
    taskQueue,
    startToCloseTimeout: '20 seconds',
    scheduleToCloseTimeout: '3 days',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 7, maximumInterval: '10 minutes' },
    // Where the service supports it, looks at other tasks do not delay messages.
    priority: { priorityKey: 1 },
  });
  return async (notice) => postNotice({ ...notice, toolName });
}

async function look(
  { taskQueue, taskId, toolName, createdAt }: Watched,
  known: KnownTask,
  waitMs: number,
): Promise<Looked> {
  const { lookAtTask } = proxyActivities<LookActivities>({
    taskQueue,
    startToCloseTimeout: waitMs + ACT_MS,
    heartbeatTimeout: LOOK_WITHOUT_HEARTBEAT_MS + ACT_MS,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  return lookAtTask({ taskId, toolName, createdAt, known, waitMs });
}

function nextQuietMs(quietMs: number, end: Looked['end']): number {
  if (end === 'cut') return quietMs;
  return end === 'quiet' ? Math.min(2 * quietMs, MAX_LOOK_MS) : FIRST_LOOK_MS;
}

/**
 * Looks at a task, and posts what there is to tell, until it is over.
 *
 * @returns What the next run has to know. `undefined`: there is nothing more to do.
 */
async function watch(input: Watched): Promise<KnownTask | undefined> {
  const posts = new Posts(postFor(input));
  let { known = { questions: [] } } = input;
  let quietMs = FIRST_LOOK_MS;
  for (;;) {
    // Even if the Worker dies, the next look comes when something is due.
    const untilDueMs = Math.max((known.dueAtMs ?? Infinity) - Date.now(), LEAST_LOOK_MS);
    const looked = await look(input, known, Math.min(quietMs, untilDueMs));
    for (const notice of looked.notices) posts.add(notice);
    ({ known } = looked);
    quietMs = nextQuietMs(quietMs, looked.end);
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    const isLong = continueAsNewSuggested && (posts.isIdle || historyLength > MAX_EVENTS);
    if (looked.end !== 'over' && !isLong) continue;
    await posts.end();
    return looked.end === 'over' ? undefined : known;
  }
}

/**
 * Accompanies one task: posts its news to the endpoints of its tool, declines its questions when their time is over,
 * and ends it after the time of grace of a cancellation.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function accompanyTask(input: CompanionInput): Promise<void> {
  const { taskQueue, taskId } = input;
  const ending = new EndAfterGrace(taskId, input.ending);
  // A cancellation has started the companion that is not to look, perhaps long before a Worker came.
  let startedMs = taskQueue === undefined ? workflowInfo().startTime.getTime() : undefined;
  setHandler(taskCancelled, (cancellation) => {
    ending.begin(cancellation, startedMs ?? Date.now());
    startedMs = undefined;
  });
  if (taskQueue === undefined) return ending.run(() => false);
  let isOver = false;
  const untilOver = async (): Promise<void> => {
    while (!isOver) await ending.run(() => isOver);
  };
  const ended = untilOver();
  const known = await watch({ ...input, taskQueue });
  if (known) {
    return continueAsNew<typeof accompanyTask>({ ...input, known, ending: ending.ending });
  }
  isOver = true;
  return ended;
}
