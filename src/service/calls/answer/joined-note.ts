/** The note to host and model on a call that got the work of an earlier equal call. */
import type { Task } from '../../../core/task/task.js';
import { addNote } from '../../../core/tool/result-note.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { ToolResult } from '../../../core/tool/tool-result.js';
import { quoteName } from '../../../core/value/quote.js';

/** `_meta` key in the answer to a call that joined earlier work: the task of that work, by `taskId`. */
export const JOINED_META_KEY = 'temporal-mcp-tasks/joined';
/** The member of structured content with the same note. */
const JOINED_MEMBER = 'joinedCall';

/** Describes the task of an earlier equal call, as the answer to this call. */
export function describeJoinedTask({
  taskId,
  createdAt,
}: Pick<Task, 'taskId' | 'createdAt'>): string {
  return `The same call, made at ${createdAt}, is still running as task ${quoteName(taskId)}. This call got that task, so nothing new was started.`;
}

/**
 * Adds a note to the result of a call that has joined the task of an earlier one: in `_meta`, and for the model. The model does not hear about a tool that only reads, since nothing can be done twice.
 */
export async function noteJoined(
  result: ToolResult,
  { shown, output }: ToolDefinition,
  taskId: string,
): Promise<ToolResult> {
  const noted = { ...result, _meta: { ...result._meta, [JOINED_META_KEY]: { taskId } } };
  if (shown.annotations?.readOnlyHint === true) return noted;
  const text = `This is the result of the same call made before, task ${quoteName(taskId)}. Nothing was done twice.`;
  return addNote(noted, { text, member: JOINED_MEMBER, output });
}
