import { stripVTControlCharacters } from 'node:util';

import type { temporal } from '@temporalio/proto';

import { toLine } from '../../core/value/quote.js';
import { openFailure } from '../link/open-failure.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

export type Failure = temporal.api.failure.v1.IFailure;

/** Longest shown text, in characters. */
const MAX_FAILURE = 300;

/** Reads the text of the original failure in one line: wrappers only name the Activity or child. */
export async function readFailure(
  failure: Failure,
  { calls, taskId }: { readonly calls: TemporalCalls; readonly taskId: string },
): Promise<string | undefined> {
  let innermost = await openFailure(calls, failure, taskId);
  while (innermost.cause) innermost = innermost.cause;
  const text = toLine(stripVTControlCharacters(innermost.message ?? ''), MAX_FAILURE);
  return text === '' ? undefined : text;
}
