/** Checks that may take long. One thread does them, one after another. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Evaluated, Scope } from '../../core/mapping/expression.js';
import { parseJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';

import type { CheckedValue } from './compile-schema.js';

/** Time limit for a check of one value, in milliseconds by the clock. */
export const CHECK_LIMIT_MS = 1_000;
/** Time limit for the start of the thread, which does not count for a check. */
const START_LIMIT_MS = 60_000;
const MAX_HEAP_MIB = 256;
/** Maximum number of waiting checks. Each may hold arguments or a result. */
const MAX_WAITING = 64;
const RETRY_AFTER_MS = 5_000;

export type CheckJob =
  /** Checks a value against a JSON Schema, given as text. The reply is a {@link CheckedValue}. */
  | { readonly kind: 'schema'; readonly text: string; readonly value: unknown }
  /** Takes what a value means that a JSON Schema refuses. The reply is the value, or `null` if it means itself. */
  | { readonly kind: 'meant'; readonly text: string; readonly value: object }
  /** Evaluates an expression. The reply is an {@link Evaluated}. */
  | { readonly kind: 'expression'; readonly text: string; readonly value: Scope };

interface Replies {
  readonly schema: CheckedValue;
  readonly meant: unknown;
  readonly expression: Evaluated;
}

interface Thread {
  readonly worker: Worker;
  /** Resolves when the thread can take a job. */
  readonly ready: Promise<unknown>;
}

/** Tests run the TypeScript sources. A thread cannot compile them, so it takes the output of the build. */
const entry = new URL(
  extname(import.meta.url) === '.ts'
    ? '../../../dist/src/manifest/compile/check-thread.js'
    : './check-thread.js',
  import.meta.url,
);

let kept: Thread | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Lets the thread do a check, after those that came before it.
 *
 * @returns `undefined` if the thread was terminated: the check took longer than {@link CHECK_LIMIT_MS}, or too much
 * memory.
 * @throws {TaskError} `busy` if 64 checks wait already.
 */
export async function runCheck<Job extends CheckJob>(
  job: Job,
): Promise<Replies[Job['kind']] | undefined> {
  if (waiting >= MAX_WAITING) {
    throw new TaskError(
      TaskErrorCode.busy,
      `${MAX_WAITING} long checks of values are waiting already. Try again in a few seconds.`,
      { retryAfterMs: RETRY_AFTER_MS },
    );
  }
  waiting += 1;
  const reply = last
    .then(async () => ask(job))
    .finally(() => {
      waiting -= 1;
    });
  last = reply.catch(() => undefined);
  return (await reply) as Replies[Job['kind']] | undefined;
}

async function ask(job: CheckJob): Promise<unknown> {
  const { worker, ready } = (kept ??= startThread());
  worker.ref();
  try {
    await ready;
    const replied = nextMessage(worker, CHECK_LIMIT_MS);
    worker.postMessage(job);
    const reply = await replied;
    if (typeof reply === 'string') return parseJson(reply);
    await end(worker);
    return undefined;
  } catch (error) {
    await end(worker);
    throw error;
  } finally {
    worker.unref();
  }
}

function startThread(): Thread {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB } });
  // If a job is under way, its own listener gets the error.
  worker.on('error', () => undefined);
  return { worker, ready: nextMessage(worker, START_LIMIT_MS) };
}

async function end(worker: Worker): Promise<void> {
  kept = undefined;
  await worker.terminate();
}

/** Returns the next message of a thread; `undefined` if it has not come in time, or the thread has used up its heap. */
async function nextMessage(worker: Worker, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (message: unknown): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail);
      resolve(message);
    };
    const fail = (error: unknown): void => {
      if (isRecord(error) && error['code'] === 'ERR_WORKER_OUT_OF_MEMORY') {
        settle(undefined);
        return;
      }
      clearTimeout(timer);
      worker.off('message', settle);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the thread has thrown it
      reject(error);
    };
    const timer = setTimeout(settle, limitMs, undefined);
    worker.once('message', settle).once('error', fail);
  });
}
