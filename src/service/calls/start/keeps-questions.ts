import type { ToolDefinition } from '../../../core/tool/tool-definition.js';

/**
 * Whether questions stay open that a client cannot be asked: a model may answer, or another client; or the Workflow could
 * not be told, since it knows nothing of clients.
 */
export function keepsQuestions({
  unaskable,
  modelMayAnswer,
  questions = [],
}: Pick<ToolDefinition, 'unaskable' | 'modelMayAnswer' | 'questions'>): boolean {
  return unaskable === 'keep' || modelMayAnswer || questions.length > 0;
}
