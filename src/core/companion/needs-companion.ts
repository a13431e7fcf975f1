import { hasDeadlines } from '../question/declared-question.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

/** Returns true if a tool's tasks have a companion from their start, for which a Worker with the manifest has to run. */
export function isAccompanied({
  webhooks,
  questions,
}: Pick<ToolDefinition, 'webhooks' | 'questions'>): boolean {
  return webhooks.length > 0 || hasDeadlines(questions.declared);
}

/** Returns true if a tool's tasks need this package's own Workflows, and so a running Worker. */
export function needsSystemWorker(tool: ToolDefinition): boolean {
  return tool.work !== undefined || tool.cancel.terminateAfter !== undefined || isAccompanied(tool);
}
