import { MAX_STATE_BYTES, parseWorkflowState, type WorkflowState } from '../contract.js';
import { findExcess, type JsonBounds, RESPONSE_BOUNDS } from '../value/json-bounds.js';

/** A state as the server takes it. Any Worker can write more than the contract allows. */
const STATE_BOUNDS: JsonBounds = {
  maxBytes: MAX_STATE_BYTES,
  maxDepth: RESPONSE_BOUNDS.maxDepth,
};

/**
 * The state that a Workflow has published. In place of one that is too large or too deep, a status message says so: the
 * server shows no question of it.
 */
export function readWorkflowState(value: unknown): WorkflowState | undefined {
  const excess = findExcess(value, STATE_BOUNDS);
  if (excess === undefined) return parseWorkflowState(value);
  return {
    statusMessage: `The workflow's state (memo "mcp.task") has ${excess}. Its questions and progress cannot be shown until it says less.`,
  };
}
