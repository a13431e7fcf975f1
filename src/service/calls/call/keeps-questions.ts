import type { ToolDefinition } from '../../../core/tool/tool-definition.js';

/**
 * Returns true if questions stay open although the client cannot be asked. A model or another client may answer, or
 * the Workflow does not use MCP and cannot be told.
 */
export function keepsQuestions({
  ifClientCannotAsk,
  access: { modelMayAnswer },
  questions: { declared },
}: ToolDefinition): boolean {
  return ifClientCannotAsk === 'wait' || modelMayAnswer || declared.length > 0;
}
