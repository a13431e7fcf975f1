/** Decisions that need no more than a button, so that several questions can be decided together. */
import { isForPeople, isUrlElicitation } from '../../core/contract/input-request.js';
import type { Question } from '../../core/question/question.js';
import { toDigest } from '../../core/value/json-digest.js';
import { decisionField, toFormFields } from '../forms/form-fields.js';
import { DECISIONS, formSchema, isAnswerable } from '../pages/question-view.js';

/** The buttons, by their values. */
export const WORDS = ['approve', 'reject', 'decline'] as const;
export type Word = (typeof WORDS)[number];

export function isWord(word: string | null): word is Word {
  return WORDS.some((each) => each === word);
}

/** Returns true for a question that a button answers: one with a single boolean, or without any field. */
export function canBeTicked(question: Question): boolean {
  if (!isForPeople(question) || !isAnswerable(question) || isUrlElicitation(question)) return false;
  const schema = formSchema(question);
  return toFormFields(schema).length === 0 || decisionField(schema) !== undefined;
}

/** The response of a button. @returns `undefined` if the button answers no such question. */
export function toDecision(
  question: Question,
  word: Word,
): Readonly<Record<string, unknown>> | undefined {
  if (word === 'decline') return { action: 'decline' };
  const field = decisionField(formSchema(question));
  if (field) return { action: 'accept', content: { [field.name]: DECISIONS[word] } };
  return word === 'approve' ? { action: 'accept', content: {} } : { action: 'decline' };
}

/** The same for questions with one form. */
export async function toFormDigest(question: Question): Promise<string> {
  return toDigest(formSchema(question));
}
