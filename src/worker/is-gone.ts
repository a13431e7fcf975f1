import { WorkflowNotFoundError } from '@temporalio/client';

/** gRPC's code for what is not there, or has closed. */
const NOT_FOUND = 5;

/** Returns true for errors of an execution that has ended by itself or was removed. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof WorkflowNotFoundError ||
    (error as { readonly code?: unknown }).code === NOT_FOUND
  );
}
