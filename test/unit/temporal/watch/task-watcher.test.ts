import { getEventListeners } from 'node:events';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import { silentLogger } from '../../../../src/core/logger.js';
import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import { Visibility } from '../../../../src/temporal/link/visibility.js';
import { LongPolls } from '../../../../src/temporal/watch/long-polls.js';
import { TaskWatcher } from '../../../../src/temporal/watch/task-watcher.js';
import { eventually } from '../../../support/eventually.js';

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
  /** The task of each poll so far. */
  readonly polled: unknown[] = [];
  /** Of the last call. */
  signal: AbortSignal | undefined;
  #end: (() => void) | undefined;

  readonly workflowService = {
    getWorkflowExecutionHistory: async (request: {
      readonly execution: { readonly workflowId: string };
    }): Promise<object> => {
      this.polled.push(request.execution.workflowId);
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

const createWatcher = (client: PolledClient, maxPolls: number): TaskWatcher => {
  const temporal = client as unknown as Client;
  const visibility = new Visibility(new TemporalCalls(temporal, 1_000));
  const polls = new LongPolls({ most: maxPolls, logger: silentLogger });
  return new TaskWatcher(temporal, { polls, looksPerSecond: 100, visibility });
};

describe('TaskWatcher', () => {
  it('gives a long poll without events to the next task that waits for one', async () => {
    const client = new PolledClient();
    const watcher = createWatcher(client, 1);
    const subscriptions = ['a', 'b'].map((taskId) => watcher.subscribe(taskId, 'ada'));
    for (const subscription of subscriptions) void subscription.next(new Original().signal);
    await eventually('the first poll', () => client.polled.length === 1);
    client.endPoll();
    await eventually('the second poll', () => client.polled.length === 2);

    expect(client.polled).toStrictEqual(['a', 'b']);
    for (const subscription of subscriptions) subscription.close();
  });

  it('leaves no listener behind by its polls, however long a task is watched', async () => {
    const client = new PolledClient();
    const watcher = createWatcher(client, 10);
    const subscription = watcher.subscribe('task', 'ada');
    const mostListeners = (): number =>
      Math.max(...made.map(({ signal }) => getEventListeners(signal, 'abort').length));

    for (let poll = 1; poll <= 50; poll += 1) {
      const next = subscription.next(new Original().signal);
      await eventually('the poll', () => client.polled.length === poll);
      client.endPoll();
      await next;

      expect(mostListeners()).toBeLessThanOrEqual(2);
    }
    subscription.close();
  });
});
