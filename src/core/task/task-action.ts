import type { ToolAccess } from '../person/claims.js';
import type { ResultMapping } from '../tool/result-mapping.js';
import type { ParseInput, ToolDescription, ValidateOutput } from '../tool/tool-definition.js';

import type { MessageTarget } from './task-message.js';

/** The argument of every action that names the task. Actions have no other of this name. */
export const TASK_ID_ARGUMENT = 'task_id';

/**
 * A tool that acts on a task of the caller's: it sends one message to the Workflow behind it. Its input schema is of its own
 * arguments, without the one that names the task.
 */
export interface ActionDefinition extends ToolDescription, ToolAccess {
  /** Checks its own arguments against the input schema, and lays them out as the handler takes them. */
  readonly parseInput: ParseInput;
  /** Where structured content breaks the output schema; absent without one. */
  readonly validateOutput?: ValidateOutput;
  /** What becomes of what the handler returns. Absent: structured content, or text. */
  readonly result?: Omit<ResultMapping, 'resource'>;
  /** Whose tasks have it: no others. */
  readonly workflowType: string;
  readonly message: MessageTarget;
  /** How long a Worker may take to take it, in milliseconds. */
  readonly limitMs: number;
  /**
   * How long an Update's result is waited for before the call is answered with a handle, in milliseconds. Absent: what is
   * known of the client's host decides.
   */
  readonly answerWithinMs?: number;
}

/** The actions of a server, by name. */
export type ActionCatalog = ReadonlyMap<string, ActionDefinition>;
