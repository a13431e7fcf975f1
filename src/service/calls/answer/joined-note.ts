/** Words for host and model where a call was given the work of the same call made before. */
import type { Task } from '../../../core/task/task.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { ToolResult } from '../../../core/tool/tool-result.js';
import { ownMember } from '../../../core/value/own-member.js';

/** Key in `_meta` of an answer whose call has joined earlier work: the task of that work, by `taskId`. */
export const JOINED_META_KEY = 'temporal-mcp-tasks/joined';
/** The member of structured content that says the same. */
const JOINED_MEMBER = 'joinedCall';

/** Words for a call that is answered with the task of the same call made before. */
export function describeJoinedTask({
  taskId,
  createdAt,
}: Pick<Task, 'taskId' | 'createdAt'>): string {
  return `The same call, made at ${createdAt}, is still running as task ${taskId}. This call was given that task; nothing was started.`;
}

/** A call that was given the work of an earlier one. */
export interface JoinedCall extends Pick<ToolDefinition, 'validateOutput'> {
  readonly taskId: string;
  readonly owner: string;
}

/** Structured content with the note, or as it is where the tool's output schema forbids it or the member is there already. */
async function noteInStructured(
  content: Readonly<Record<string, unknown>>,
  note: string,
  { validateOutput, owner }: JoinedCall,
): Promise<Readonly<Record<string, unknown>>> {
  if (ownMember(content, JOINED_MEMBER) !== undefined) return content;
  const noted = { ...content, [JOINED_MEMBER]: note };
  const violations = (await validateOutput?.(noted, owner)) ?? [];
  return violations.length === 0 ? noted : content;
}

/**
 * The result of a call that has joined the task of an earlier one, with a note that says so: as a text block; in structured
 * content, since hosts show a model the one or the other, if the tool's output schema takes a further member; and in `_meta`.
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
