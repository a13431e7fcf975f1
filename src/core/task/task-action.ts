import type { MessageTarget } from '../mapping/message-target.js';
import type { ToolAccess } from '../person/claims.js';
import type { ResultMapping } from '../tool/result-mapping.js';
import type { ParseInput, ToolDescription, ValidateOutput } from '../tool/tool-definition.js';

/** The argument with the task ID. An action's other arguments must have different names. */
export const TASK_ID_ARGUMENT = 'task_id';

/**
 * A tool that sends one message to the Workflow behind a caller's task. Its input schema has its own arguments,
 * without the task ID.
 */
export interface ActionDefinition extends ToolAccess {
  readonly name: string;
  readonly shown: ToolDescription;
  /** Checks the action's own arguments against the input schema, and lays them out as the handler takes them. */
  readonly parseInput: ParseInput;
  /** Absent: no output schema. */
  readonly validateOutput?: ValidateOutput;
  /** The mapping of the handler's result. Absent: an object becomes structured content, and other values text. */
  readonly result?: Omit<ResultMapping, 'resource'>;
  readonly workflowType: string;
  readonly message: MessageTarget;
  /** Time in which a Worker must accept the message, in milliseconds. */
  readonly limitMs: number;
  /**
   * Time until a call without an Update's result is answered with a handle, in milliseconds. Absent: the limit of the
   * client's host decides.
   */
  readonly answerWithinMs?: number;
}

export type ActionCatalog = ReadonlyMap<string, ActionDefinition>;
