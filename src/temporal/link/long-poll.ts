import type { Client } from '@temporalio/client';

import { startDeadline } from '../../core/value/deadline.js';

/**
 * Additional time before a call is aborted, in milliseconds: the Client's retries outlive its deadlines by up to 1 s.
 */
const DEADLINE_GRACE_MS = 1_000;

/**
 * Runs a long poll with a signal of its own. The Client never removes its listener from a signal, so polls on a watch's
 * signal would leak some 15 KB each.
 */
export async function longPoll<Answer>(
  client: Client,
  { deadlineMs, stop }: { readonly deadlineMs: number; readonly stop: AbortSignal },
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { signal, release } = startDeadline(deadlineMs + DEADLINE_GRACE_MS, stop);
  try {
    return await client.withAbortSignal(signal, async () =>
      client.withDeadline(Date.now() + deadlineMs, call),
    );
  } finally {
    release();
  }
}
