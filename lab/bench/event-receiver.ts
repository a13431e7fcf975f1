import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { isRecord } from '../../src/core/value/is-record.js';

/** Ends without an event after this time count as lost. */
const PATIENCE_MS = 180_000;

/** Records the delay of each event: from Temporal's close time to its arrival, on the same clock. */
export class Lateness {
  readonly #byTask = new Map<string, number>();
  #doubled = 0;

  /** @param data The `data` member of a received event. */
  note(data: unknown): void {
    if (!isRecord(data)) return;
    const { taskId, finishedAt } = data;
    if (typeof taskId !== 'string' || typeof finishedAt !== 'string') return;
    if (this.#byTask.has(taskId)) this.#doubled += 1;
    else this.#byTask.set(taskId, Date.now() - Date.parse(finishedAt));
  }

  get doubled(): number {
    return this.#doubled;
  }

  /**
   * Waits for the events of all tasks, or for the time limit. @returns Delays of the received events, in milliseconds.
   */
  async of(taskIds: readonly string[]): Promise<number[]> {
    const until = performance.now() + PATIENCE_MS;
    const told = (): number[] => taskIds.flatMap((taskId) => this.#byTask.get(taskId) ?? []);
    while (told().length < taskIds.length && performance.now() < until) await pause(50);
    return told();
  }
}

/** An endpoint on loopback that accepts webhooks. */
export interface EventReceiver {
  readonly url: string;
  readonly lateness: Lateness;
  readonly close: () => Promise<void>;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const lateness = new Lateness();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = JSON.parse(body) as Readonly<Record<string, unknown>>;
      lateness.note(message['data']);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    lateness,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
