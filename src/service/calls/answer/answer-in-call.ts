/** The answers with which a client repeats its call: they reach the task, and its result says which had no effect. */
import { hasCode, TaskErrorCode, type Violation } from '../../../core/errors.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { addNote } from '../../../core/tool/result-note.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import { isRecord } from '../../../core/value/is-record.js';
import { quoteName } from '../../../core/value/quote.js';
import type { Params } from '../../../core/value/request-params.js';
import { type CallReply, type CallRequest, endedCall } from '../call/tool.js';

/** The member of structured content with the note that an answer came too late. */
const LATE_MEMBER = 'lateAnswer';

interface AnsweringCall {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
  readonly exchange: Exchange;
  readonly request: CallRequest;
}

/** Returns true if the answer that counts says otherwise. A host that repeats its call sends the same answer again. */
async function wasOverruled(
  { tasks, exchange, request }: AnsweringCall,
  taskId: string,
  key: string,
) {
  const { decision } = await tasks.readDecision(exchange, taskId, key);
  const { end } = decision ?? {};
  if (end?.kind !== 'answered') return end?.kind === 'timeOver';
  const given = request.answers?.[key];
  return !isRecord(given) || given['action'] !== end.response?.['action'];
}

/** Says in a result that the answer of the person at this client had no effect. */
export async function noteLate(
  call: AnsweringCall,
  reply: CallReply,
  { taskId, tooLate }: { readonly taskId: string; readonly tooLate: readonly string[] },
): Promise<CallReply> {
  if (reply.kind !== 'ended' || reply.outcome.kind !== 'result') return reply;
  const overruled: string[] = [];
  for (const key of tooLate) {
    if (await wasOverruled(call, taskId, key).catch(() => false)) overruled.push(quoteName(key));
  }
  if (overruled.length === 0) return reply;
  const text = `The user's answer to ${overruled.join(', ')} had no effect: another answer was first, or the time for it was over. Tell the user.`;
  const { output } = call.tool;
  const result = await addNote(reply.outcome.result, { text, member: LATE_MEMBER, output });
  return endedCall(result, reply.taskId);
}

/** Also returns the fault in the content of the answers. The question is still open then, so the client gets it again. */
export async function answerTask(
  { tasks, exchange }: AnsweringCall,
  taskId: string,
  { answers, askedAtMs }: { readonly answers: Params; readonly askedAtMs: number | undefined },
): Promise<{ readonly fault?: Violation; readonly tooLate: readonly string[] }> {
  const afterMs = askedAtMs === undefined ? undefined : Date.now() - askedAtMs;
  try {
    const { tooLate } = await tasks.answer(exchange, taskId, answers, { afterMs });
    return { tooLate };
  } catch (error) {
    const isMisfit = hasCode(error, TaskErrorCode.invalidInput);
    const violations = isMisfit ? (error.violations ?? []) : [];
    const fault = violations.find(({ path }) => path.startsWith('/content/'));
    if (!fault) throw error;
    return { fault, tooLate: [] };
  }
}
