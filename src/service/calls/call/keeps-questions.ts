import type { ToolDefinition } from '../../../core/tool/tool-definition.js';

/**
 * Returns true if questions stay open although the client cannot be asked. A model or another client may answer, or
 * the Workflow does not use MCP and cannot be told.
 */
export function keepsQuestions({
  unaskable,
  modelMayAnswer,
  questions = [],
}: Pick<ToolDefinition, 'unaskable' | 'modelMayAnswer' | 'questions'>): boolean {
  return unaskable === 'wait' || modelMayAnswer || questions.length > 0;
}
