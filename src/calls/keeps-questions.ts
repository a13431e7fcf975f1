import type { ToolDefinition } from '../core/tool-definition.js';

/** Whether questions stay open that a client cannot be asked: a model may answer, or another client. */
export function keepsQuestions({
  unaskable,
  modelMayAnswer,
}: Pick<ToolDefinition, 'unaskable' | 'modelMayAnswer'>): boolean {
  return unaskable === 'keep' || modelMayAnswer;
}
