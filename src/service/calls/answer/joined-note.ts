/** The note to host and model on a call that got the work of an earlier equal call. */
import type { Task } from '../../../core/task/task.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { ToolResult } from '../../../core/tool/tool-result.js';
import { ownMember } from '../../../core/value/members.js';

/** `_meta` key in the answer to a call that joined earlier work: the task of that work, by `taskId`. */
export const JOINED_META_KEY = 'temporal-mcp-tasks/joined';
/** The member of structured content with the same note. */
const JOINED_MEMBER = 'joinedCall';

/** Describes the task of an earlier equal call, as the answer to this call. */
export function describeJoinedTask({
  taskId,
  createdAt,
}: Pick<Task, 'taskId' | 'createdAt'>): string {
  return `The same call, made at ${createdAt}, is still running as task ${taskId}. This call was given that task; nothing was started.`;
}

export interface JoinedCall extends Pick<ToolDefinition, 'validateOutput'> {
  readonly taskId: string;
}

/**
 * Adds the note to structured content. Leaves it unchanged if the output schema forbids the member, or it exists
 * already.
 */
async function noteInStructured(
  content: Readonly<Record<string, unknown>>,
  note: string,
  { validateOutput }: JoinedCall,
): Promise<Readonly<Record<string, unknown>>> {
  if (ownMember(content, JOINED_MEMBER) !== undefined) return content;
  const noted = { ...content, [JOINED_MEMBER]: note };
  const violations = (await validateOutput?.(noted)) ?? [];
  return violations.length === 0 ? noted : content;
}

/**
 * Adds a note to the result of a call that has joined the task of an earlier one. The note is a text block, a member
 * of `_meta`, and a member of structured content, since some hosts show a model only that. The output schema may
 * forbid the last.
 */
export async function noteJoined(result: ToolResult, call: JoinedCall): Promise<ToolResult> {
  const { content, structuredContent, _meta } = result;
  const { taskId } = call;
  const note = `This is the result of the same call made before, task ${taskId}. Nothing was done twice.`;
  return {
    ...result,
    content: [...content, { type: 'text', text: `(${note})` }],
    ...(structuredContent && {
      structuredContent: await noteInStructured(structuredContent, note, call),
    }),
    _meta: { ..._meta, [JOINED_META_KEY]: { taskId } },
  };
}
