import { getEventListeners } from 'node:events';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import { Visibility } from '../../../../src/temporal/link/visibility.js';
import { TaskWatcher } from '../../../../src/temporal/watch/task-watcher.js';
import { eventually } from '../../../support/eventually.js';

const LIMITS = { maxPolls: 10, looksPerSecond: 100 };
const Original = globalThis.AbortController;
/** Every controller that is made in a test. */
const made: AbortController[] = [];

beforeEach(() => {
  globalThis.AbortController = class extends Original {
    constructor() {
      super();
      made.push(this);
    }
  };
});

afterEach(() => {
  globalThis.AbortController = Original;
  made.length = 0;
});

/** A Client that listens to the signal of each call as Temporal's does: for good. */
class PolledClient {
  readonly options = { namespace: 'default' };
  polls = 0;
  /** Of the last call. */
  signal: AbortSignal | undefined;
  #end: (() => void) | undefined;

  readonly workflowService = {
    getWorkflowExecutionHistory: async (): Promise<object> => {
      this.polls += 1;
      await new Promise<void>((resolve) => {
        this.#end = resolve;
      });
      return { history: { events: [] }, nextPageToken: new Uint8Array([1]) };
    },
  };

  async withAbortSignal<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    this.signal = signal;
    signal.addEventListener('abort', () => this.#end?.());
    return call();
  }

  async withDeadline<T>(_deadline: number, call: () => Promise<T>): Promise<T> {
    return call();
  }

  /** Ends the poll under way, as the service does after a while. */
  endPoll(): void {
    this.#end?.();
  }
}

describe('TaskWatcher', () => {
  it('leaves no listener behind by its polls, however long a task is watched', async () => {
    const client = new PolledClient();
    const temporal = client as unknown as Client;
    const visibility = new Visibility(new TemporalCalls(temporal, 1_000));
    const watcher = new TaskWatcher(temporal, { ...LIMITS, visibility });
    const subscription = watcher.subscribe('task', 'ada');
    const mostListeners = (): number =>
      Math.max(...made.map(({ signal }) => getEventListeners(signal, 'abort').length));

    for (let poll = 1; poll <= 50; poll += 1) {
      const next = subscription.next(new Original().signal);
      await eventually('the poll', () => client.polls === poll);
      client.endPoll();
      await next;

      expect(mostListeners()).toBeLessThanOrEqual(2);
    }
    subscription.close();
  });
});
