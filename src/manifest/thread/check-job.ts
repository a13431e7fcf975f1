/** Checks that may take long, done by a thread of their own. */
import { extname } from 'node:path';

import type { Violation } from '../../core/errors.js';
import type { Evaluated } from '../../core/tool/expression.js';

import { ThreadPool } from './thread-pool.js';
import { parseJson } from '../../core/value/exact-json.js';

/**
 * Time limit for a check of one value, in milliseconds by the clock. The largest arguments take up to 250 ms of a
 * processor, which other work may share.
 */
export const CHECK_LIMIT_MS = 3_000;
const MAX_HEAP_MIB = 256;
/** Two, so that one principal's checks leave a thread to all others. */
const THREADS = 2;

/** The job of a thread. */
export type CheckJob =
  /** Checks a value against a JSON Schema, given as text. The reply is a list of violations. */
  | { readonly kind: 'schema'; readonly text: string; readonly value: unknown }
  /** Fills in the defaults of a JSON Schema, given as text. The reply is the value with them. */
  | { readonly kind: 'defaults'; readonly text: string; readonly value: unknown }
  /** Evaluates an expression. The reply is an {@link Evaluated}. */
  | {
      readonly kind: 'expression';
      readonly text: string;
      readonly value: unknown;
      readonly variables: Readonly<Record<string, unknown>>;
    };

/** The reply to a job, by its kind. */
interface Replies {
  readonly schema: readonly Violation[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly expression: Evaluated;
}

/** Tests run the TypeScript sources. A thread cannot compile them, so it takes the output of the build. */
const entry = new URL(
  extname(import.meta.url) === '.ts'
    ? '../../../dist/src/manifest/thread/check-thread.js'
    : './check-thread.js',
  import.meta.url,
);

const pool = new ThreadPool({
  entry,
  size: THREADS,
  limitMs: CHECK_LIMIT_MS,
  maxHeapMib: MAX_HEAP_MIB,
});

/**
 * Lets a thread do a check, when it is the owner's turn.
 *
 * @returns `undefined` when it was stopped at its limit.
 * @throws {TaskError} `busy` when too many checks of the owner's wait already.
 */
export async function runCheck<Job extends CheckJob>(
  owner: string,
  job: Job,
): Promise<Replies[Job['kind']] | undefined> {
  const reply = await pool.run(owner, job);
  return reply === undefined ? undefined : (parseJson(reply) as Replies[Job['kind']]);
}
