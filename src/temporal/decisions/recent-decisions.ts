import { LRUCache } from 'lru-cache';

import { isForPeople } from '../../core/contract/input-request.js';
import type { Decision } from '../../core/question/decision.js';
import { fetchNewestEvents } from '../declared/fetch-newest-events.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { readDecisions } from './read-decisions.js';

/** Events of one look. Decisions further back are left out. */
const PAGE_SIZE = 500;
const DEADLINE_MS = 5_000;
/** Maximum number of ended runs whose decisions are kept, and of the bytes of each. */
const MAX_ENDED = 1_000;
const MAX_BYTES = 8 * 1024;

export interface LookedAtRun {
  readonly taskId: string;
  /** '': the current run. */
  readonly runId: string;
  /** Names the end of a task. Absent: the task is open. */
  readonly ended?: string | undefined;
}

/** A decision that a list shows: of a question to people that was answered, or whose time was over. */
function isListed({ request, end }: Decision): boolean {
  if (!request || !isForPeople(request)) return false;
  return end.kind === 'timeOver' || (end.kind === 'answered' && end.answeredBy !== undefined);
}

/** Reads what was decided about tasks lately, in one look each. The ends of tasks never change, so they are kept. */
export class RecentDecisions {
  readonly #calls: TemporalCalls;
  readonly #ended = new LRUCache<string, readonly Decision[]>({ max: MAX_ENDED });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** Empty also for a history that cannot be read now: a list shows the others. */
  async read({ taskId, runId, ended }: LookedAtRun): Promise<readonly Decision[]> {
    const key = `${taskId} ${runId} ${ended ?? ''}`;
    const kept = ended === undefined ? undefined : this.#ended.get(key);
    if (kept) return kept;
    const limits = { isEnough: () => false, pageSize: PAGE_SIZE, maxPages: 1 };
    const run = { taskId, runId };
    const events = await fetchNewestEvents(this.#calls, run, {
      ...limits,
      deadlineMs: DEADLINE_MS,
    }).catch(() => undefined);
    if (!events) return [];
    const source = { payloads: this.#calls.payloads, taskId };
    const decisions = (await readDecisions(source, events.toReversed())).filter(isListed);
    const isSmall = JSON.stringify(decisions).length <= MAX_BYTES;
    if (ended !== undefined && isSmall) this.#ended.set(key, decisions);
    return decisions;
  }
}
