import * as z from 'zod';

import { CANCEL_SIGNAL } from '../../core/contract/contract.js';
import type { ToolCancel } from '../../core/tool/tool-definition.js';
import { duration, text, DURATION, key } from '../key.js';

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
    'true: the server cancels the Workflow of a plain call when its client disconnects. Default: false.',
  ),
  onCallCancelled: key(
    z.boolean(),
    'false: the Workflow continues when the client cancels the call. Default: true.',
  ),
});

/** `cancel`, with durations in milliseconds. */
export type CancelSource = z.output<typeof cancelGroup>;

/** The cancellation of a tool's tasks, with every default filled in. */
export function toCancel(source: CancelSource = {}, isAdopting: boolean): ToolCancel {
  const {
    // Workflows of others may not handle the Signal of this contract.
    signal = isAdopting ? null : CANCEL_SIGNAL,
    // No default: only the author of a Workflow knows how long it may take to clean up.
    terminateAfter,
    // A host's time-out or a dead connection does not mean that the work is unwanted. A cancellation is deliberate.
    onDisconnect = false,
    onCallCancelled = true,
  } = source;
  return {
    signal,
    terminateAfterMs: terminateAfter ?? undefined,
    onDisconnect,
    onCallCancelled,
  };
}
