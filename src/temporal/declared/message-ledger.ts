import { LRUCache } from 'lru-cache';

import type { MessageTarget } from '../../core/task/task-message.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { fetchNewestEvents, type HistoryEvent, toEventId } from './fetch-newest-events.js';
import { findLastMessage, isTaken, type LastMessage } from './find-last-message.js';

const PAGE_SIZE = 500;
/** A message further back than this many pages counts as never sent. */
const MAX_PAGES = 20;
const MAX_EXECUTIONS = 10_000;

/** The run, as it was just described. */
export interface LedgerRun {
  readonly taskId: string;
  readonly runId: string;
  /** Events up to here count, so that all data are of the same moment. */
  readonly historyLength: number;
}

interface Scanned {
  readonly upTo: number;
  readonly last: LastMessage | undefined;
}

/**
 * Messages that have reached an execution, by its history. So every process knows of answers from other processes,
 * and whether the Workflow has taken them. Each event is read once.
 */
export class MessageLedger {
  readonly #calls: TemporalCalls;
  readonly #scanned = new LRUCache<string, Scanned>({ max: MAX_EXECUTIONS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** The last of some messages; `undefined` when there was none. */
  async findLast(
    run: LedgerRun,
    messages: readonly MessageTarget[],
  ): Promise<LastMessage | undefined> {
    const { taskId, runId, historyLength } = run;
    const key = JSON.stringify([taskId, runId, ...messages.map(({ kind, name }) => [kind, name])]);
    const known = this.#scanned.get(key) ?? { upTo: 0, last: undefined };
    if (known.upTo >= historyLength) return known.last;
    const events = await this.#fetchSince(run, known.upTo);
    const { last, ...taken } = findLastMessage(events, messages);
    const before = known.last && {
      ...known.last,
      isTaken: known.last.isTaken || isTaken(known.last, taken),
    };
    const latest = last ?? before;
    this.#scanned.set(key, { upTo: historyLength, last: latest });
    return latest;
  }

  /** The events behind one, newest first. */
  async #fetchSince(
    { taskId, runId, historyLength }: LedgerRun,
    eventId: number,
  ): Promise<readonly HistoryEvent[]> {
    const pageSize = Math.min(PAGE_SIZE, historyLength - eventId + 10);
    const isEnough = (event: HistoryEvent): boolean => toEventId(event) <= eventId;
    const limits = { isEnough, pageSize, maxPages: MAX_PAGES };
    const events = await fetchNewestEvents(this.#calls, { taskId, runId }, limits);
    return events.filter((event) => toEventId(event) <= historyLength);
  }
}
