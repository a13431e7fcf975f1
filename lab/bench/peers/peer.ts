import type { Json, Message } from '../../wire/message.js';

import type { Wire } from './wire.js';

/** A wait for the end of a task. */
export interface Wait {
  /** Resolves when the client knows of the end, with the time on the clock of `performance.now()`. */
  readonly endedAtMs: Promise<number>;
}

/** A wait for a task with an open question. */
export interface OpenQuestion extends Wait {
  /** Answers the question with {@link YES}. */
  readonly answer: () => Promise<void>;
}

/** A client of one protocol revision, over any transport. */
export interface Peer {
  readonly name: string;
  readonly wire: Wire;
  readonly request: (method: string, params: Json) => Promise<Json>;
  /** Calls a tool as a task, and returns the task's ID. */
  readonly create: (tool: string, args?: Json) => Promise<string>;
  readonly get: (taskId: string) => Promise<Json>;
  readonly cancel: (taskId: string) => Promise<Json>;
  /** Begins to wait for the result, as clients of this revision do. Resolves once the server has accepted the wait. */
  readonly waitFor: (taskId: string) => Promise<Wait>;
  /** Begins to listen for the server's notifications about the task. */
  readonly watch: (taskId: string) => Promise<Wait>;
  /** Waits until the task has a question, and waits for its end as well. */
  readonly untilAsked: (taskId: string) => Promise<OpenQuestion>;
  readonly close: () => Promise<void>;
}

/** Terminal statuses of both revisions. */
export const FINAL = ['completed', 'failed', 'cancelled'];

/** The answer to `confirmDelete`. */
export const YES = { action: 'accept', content: { confirm: true } };

/** Waits for a matching message of the server. */
export function untilTold(
  wire: Wire,
  isMeant: (message: Message) => boolean,
): Promise<{ readonly message: Message; readonly atMs: number }> {
  return new Promise((resolve) => {
    const stop = wire.listen((message) => {
      if (!isMeant(message)) return;
      stop();
      resolve({ message, atMs: performance.now() });
    });
  });
}

/** Makes a peer's `request`. It rejects on an error response, and on a missing response. */
export function toRequest(wire: Wire): Peer['request'] {
  return async (method, params) => {
    const message = await (await wire.open(method, params)).response;
    if (message?.result) return message.result;
    throw new Error(`${method} was answered with ${JSON.stringify(message?.error ?? message)}`);
  };
}
