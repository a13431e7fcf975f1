import { ApplicationFailure, log } from '@temporalio/workflow';

import type { ClientTaskSignalPayload } from '../core/contract/contract.js';

import type { StatePublisher } from './state-publisher.js';

/**
 * Shows the clients' own tasks that answer open questions. A child's question has a key of its parent, so this serves
 * children, too. Never throws: a client must not end the Workflow.
 */
export function keepClientTasks(
  publisher: StatePublisher,
  clientTasks: ClientTaskSignalPayload,
): void {
  const change = Object.fromEntries(
    Object.entries(clientTasks).map(([key, clientTask]) => [key, clientTask ?? undefined]),
  );
  try {
    publisher.changeClientTasks(change);
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error;
    log.warn("A client's task is not kept: its question will be asked again", {
      reason: error.message,
    });
  }
}
