/** `cancel` of a tool: how its executions are cancelled, and when. */
import * as z from 'zod';

import { CANCEL_SIGNAL } from '../../core/contract/contract.js';
import { duration, DURATION, flag, key, plain } from '../keys.js';
import type { Made } from '../leaves.js';

export const cancel = z.strictObject({
  signal: key(
    plain.nullable(),
    `The Signal that precedes a cancellation request; null for none. Default: ${CANCEL_SIGNAL}.`,
  ),
  // No default: only the author of a Workflow knows how long it may take to clean up.
  terminateAfter: key(
    duration.nullable(),
    `The time from a cancellation until a Workflow that still runs is terminated; null: never (default). ${DURATION}`,
  ),
  // A host's time-out or a dead connection does not mean that the work is unwanted. A cancellation is deliberate.
  onDisconnect: flag(
    false,
    'true: the server cancels the Workflow of a plain call when its client disconnects.',
  ),
  onCallCancelled: flag(true, 'false: the Workflow continues when the client cancels the call.'),
});

type Own = Made<z.output<typeof cancel>>;
export type ToolCancel = Own & {
  readonly signal: string | null;
  readonly terminateAfter: number | undefined;
};

/** @param takesSignals Workflows of others may not handle the Signal of this contract, and Activities get none. */
export function toCancel(own: Own, takesSignals: boolean): ToolCancel {
  const { signal = takesSignals ? CANCEL_SIGNAL : null, terminateAfter } = own;
  return { ...own, signal, terminateAfter: terminateAfter ?? undefined };
}
