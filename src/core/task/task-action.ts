import type { MessageTarget } from '../mapping/message-target.js';
import type { CallAccess } from '../person/claims.js';
import type { InputRules, ResultRules, ToolDescription } from '../tool/tool-definition.js';

/** The argument with the task ID. An action's other arguments must have different names. */
export const TASK_ID_ARGUMENT = 'task_id';

/**
 * A tool that sends one message to the Workflow behind a caller's task. Its input schema has its own arguments,
 * without the task ID.
 */
export interface ActionDefinition extends ResultRules {
  readonly name: string;
  readonly shown: ToolDescription;
  /** The Workflow Type of its tasks. */
  readonly workflow: string;
  readonly message: MessageTarget;
  /** Its own arguments, as the handler takes them. */
  readonly input: InputRules;
  /** Time in which a Worker must accept the message, in milliseconds. */
  readonly timeout: number;
  /**
   * Time until a call without an Update's result is answered with a handle, in milliseconds. Absent: the limit of the
   * client's host decides.
   */
  readonly answerWithin?: number | undefined;
  readonly access: CallAccess;
}

export type ActionCatalog = ReadonlyMap<string, ActionDefinition>;
