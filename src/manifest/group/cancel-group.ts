import * as z from 'zod';

import { CANCEL_SIGNAL } from '../../core/contract.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { duration } from '../duration.js';
import { text, DURATION, key } from '../key.js';

/** `cancel` of a tool: how its Workflows are cancelled, and when. */
export const cancelGroup = z.strictObject({
  signal: key(
    text.nullable(),
    'The Signal that precedes a cancellation request; null for none. Default: mcp.task.cancel.',
  ),
  terminateAfter: key(
    duration.nullable(),
    `The time from a cancellation until a Workflow that still runs is terminated; null: never (default). ${DURATION}`,
  ),
  onDisconnect: key(
    z.boolean(),
    'Whether the Workflow of a plain call is cancelled when the connection of its client ends. Default: false.',
  ),
  onCallCancelled: key(
    z.boolean(),
    'Whether it is cancelled when the client cancels the call. Default: true.',
  ),
});

/** `cancel`, with durations in milliseconds. */
export type CancelSource = z.output<typeof cancelGroup>;

/**
 * The cancellation of a tool's tasks, with every default filled in.
 *
 * @param own The keys of the tool alone. `source` also has those of `defaults`.
 */
export function toCancel(
  source: CancelSource,
  own: CancelSource | undefined,
  isAdopting: boolean,
): Pick<ToolDefinition, 'cancelSignal' | 'terminateAfterMs' | 'onDisconnect' | 'onCancel'> {
  const {
    signal = CANCEL_SIGNAL,
    // Only the author of a Workflow knows how long it may take to clean up.
    terminateAfter = null,
    // A host's time-out or a dead connection does not mean that the work is unwanted. A cancellation is deliberate.
    onDisconnect = false,
    onCallCancelled = true,
  } = source;
  return {
    // Adopted Workflows may not handle this Signal, so only the tool itself can name one.
    cancelSignal: isAdopting ? (own?.signal ?? null) : signal,
    ...(terminateAfter !== null && { terminateAfterMs: terminateAfter }),
    onDisconnect: onDisconnect ? 'cancel' : 'continue',
    onCancel: onCallCancelled ? 'cancel' : 'continue',
  };
}
