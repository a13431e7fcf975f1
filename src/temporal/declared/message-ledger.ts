import { LRUCache } from 'lru-cache';

import type { MessageTarget } from '../../core/mapping/message-target.js';
import { type HistoryEvent, toEventId } from '../link/history-page.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { fetchNewestEvents } from './fetch-newest-events.js';
import { readAnsweredState } from './recorded-message.js';
import {
  isMessage,
  MAX_MESSAGES,
  type MessageScan,
  NOTHING_SCANNED,
  type ReceivedMessage,
  scanMessages,
} from './scan-messages.js';

const PAGE_SIZE = 500;
/** Maximum number of pages. A message further back counts as never sent. */
const MAX_PAGES = 20;
const MAX_EXECUTIONS = 10_000;

export interface LedgerRun {
  readonly taskId: string;
  readonly runId: string;
  /** The last event that counts, so that all data are of the same moment. */
  readonly historyLength: number;
}

/**
 * Finds messages that an execution has received, in its history. So every process knows the answers of other processes,
 * and if the Workflow has taken them. It reads each event once.
 */
export class MessageLedger {
  readonly #calls: TemporalCalls;
  readonly #scanned = new LRUCache<string, MessageScan>({ max: MAX_EXECUTIONS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** Returns the newest received messages with these kinds and names: ten at most, oldest first. */
  async find(
    run: LedgerRun,
    targets: readonly MessageTarget[],
  ): Promise<readonly ReceivedMessage[]> {
    const { taskId, runId, historyLength } = run;
    const key = JSON.stringify([taskId, runId, ...targets.map(({ kind, name }) => [kind, name])]);
    const before = this.#scanned.get(key) ?? NOTHING_SCANNED;
    if (before.upTo >= historyLength) return before.messages;
    const events = await this.#fetchSince(run, before.upTo);
    const stateOf = await this.#readStates(taskId, events, targets);
    const scan = scanMessages(before, events, { targets, stateOf });
    this.#scanned.set(key, { ...scan, upTo: historyLength });
    return scan.messages;
  }

  /** Oldest first. */
  async #fetchSince(
    { taskId, runId, historyLength }: LedgerRun,
    eventId: number,
  ): Promise<readonly HistoryEvent[]> {
    const pageSize = Math.min(PAGE_SIZE, historyLength - eventId + 10);
    const isEnough = (event: HistoryEvent): boolean => toEventId(event) <= eventId;
    const limits = { isEnough, pageSize, maxPages: MAX_PAGES };
    const events = await fetchNewestEvents(this.#calls, { taskId, runId }, limits);
    return events.filter((event) => toEventId(event) <= historyLength).toReversed();
  }

  async #readStates(
    taskId: string,
    events: readonly HistoryEvent[],
    targets: readonly MessageTarget[],
  ): Promise<ReadonlyMap<number, string | undefined>> {
    const { payloads } = this.#calls;
    const newest = events.filter((event) => isMessage(event, targets)).slice(-MAX_MESSAGES);
    return new Map(
      await Promise.all(
        newest.map(
          async (event) =>
            [toEventId(event), await readAnsweredState(payloads, event, taskId)] as const,
        ),
      ),
    );
  }
}
