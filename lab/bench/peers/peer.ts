import type { Json, Message } from '../../wire/message.js';

import type { Wire } from './wire.js';

/** A task that somebody waits for, or listens to. */
export interface Wait {
  /** When its end was known, on the clock of `performance.now()`. */
  readonly endedAtMs: Promise<number>;
}

/** A task that asks, and whose end is waited for. */
export interface OpenQuestion extends Wait {
  /** Answers it with yes. */
  readonly answer: () => Promise<void>;
}

/** What one does with tasks, in the words of one protocol revision, over any transport. */
export interface Peer {
  readonly name: string;
  readonly wire: Wire;
  readonly request: (method: string, params: Json) => Promise<Json>;
  /** Calls a tool as a task, and returns the task's ID. */
  readonly create: (tool: string, args?: Json) => Promise<string>;
  readonly get: (taskId: string) => Promise<Json>;
  readonly cancel: (taskId: string) => Promise<Json>;
  /** Begins to wait as a client of this revision does that wants the result. Resolves when the server has taken it. */
  readonly waitFor: (taskId: string) => Promise<Wait>;
  /** Begins to listen for what the server says unasked of the task. */
  readonly watch: (taskId: string) => Promise<Wait>;
  /** Waits until the task asks, while it waits for its end. */
  readonly untilAsked: (taskId: string) => Promise<OpenQuestion>;
  readonly close: () => Promise<void>;
}

/** Statuses after which nothing comes, in either revision. */
export const FINAL = ['completed', 'failed', 'cancelled'];

/** The yes of whoever is asked by `confirmDelete`. */
export const YES = { action: 'accept', content: { confirm: true } };

/** Waits for a message of the server's that is meant. */
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

/** Makes the requests of a peer, which reject where they are answered with an error, or not at all. */
export function toRequest(wire: Wire): Peer['request'] {
  return async (method, params) => {
    const message = await (await wire.open(method, params)).response;
    if (message?.result) return message.result;
    throw new Error(`${method} was answered with ${JSON.stringify(message?.error ?? message)}`);
  };
}
