import { describeUnasked, UNASKED_MEMBER } from '../../core/question/unasked-note.js';
import { addNote } from '../../core/tool/result-note.js';
import type { TaskOutcome } from '../../core/tool/tool-result.js';

import type { OutcomeFor } from './read-outcome.js';

/**
 * Adds a note to the result of a task whose questions no client could show. Otherwise, the model takes the refusal for
 * the answer of a person.
 *
 * @param questions Quoted.
 */
export async function noteUnasked(
  outcome: TaskOutcome,
  questions: readonly string[],
  { toolName, tool }: Pick<OutcomeFor, 'toolName' | 'tool'>,
): Promise<TaskOutcome> {
  if (outcome.kind !== 'result' || questions.length === 0) return outcome;
  const text = describeUnasked(questions, toolName);
  const note = { text, member: UNASKED_MEMBER, output: tool?.output };
  return { ...outcome, result: await addNote(outcome.result, note) };
}
