import { WorkflowNotFoundError } from '@temporalio/client';

/** gRPC's code for a missing or closed execution. */
const NOT_FOUND = 5;

/** Returns true for errors that say that an execution has ended or was removed. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof WorkflowNotFoundError ||
    (error as { readonly code?: unknown }).code === NOT_FOUND
  );
}
