import type { WorkerOptions } from '@temporalio/worker';

/**
 * Leaves the limits of payloads to the service, which ends a Workflow whose result is too large. By default, a Worker
 * fails the Workflow Task before it sends the result, and the service repeats the task without an end.
 */
export const sizeLimits: Pick<WorkerOptions, 'disablePayloadErrorLimit'> = {
  disablePayloadErrorLimit: true,
};
