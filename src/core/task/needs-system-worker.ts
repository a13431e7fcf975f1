import { hasDeadlines } from '../question/declared-question.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

/** Returns true if a tool's tasks need this package's own Workflows, and so a running Worker. */
export function needsSystemWorker({ cancel, webhooks, work, questions }: ToolDefinition): boolean {
  if (work !== undefined || webhooks.length > 0 || cancel.terminateAfter !== undefined) return true;
  return hasDeadlines(questions.declared);
}
