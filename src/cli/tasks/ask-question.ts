/** Asks a person at a terminal a task's question. */
import { isCancel, select } from '@clack/prompts';

import { cleanLine } from '../../app/config/clean-text.js';
import {
  InputMethod,
  type InputRequest,
  type InputResponse,
  isUrlElicitation,
} from '../../core/question/input-request.js';

import { askField } from './ask-field.js';
import { toFormFields } from './form-fields.js';
import { messageOf } from './show/describe-question.js';

/** The outcome of a prompt. */
export type Asked =
  | { readonly kind: 'answered'; readonly response: InputResponse }
  /** The question stays open, and the person goes on. */
  | { readonly kind: 'left' }
  /** The person has pressed Ctrl-C, or the question was withdrawn. */
  | { readonly kind: 'ended' };

const ACCEPT = 'accept';
const DECLINE = 'decline';
const LEAVE = 'leave';

function toMessage(request: InputRequest): string {
  const message = messageOf(request);
  if (!isUrlElicitation(request)) return message;
  return `${message}\nOpen ${cleanLine(String(request.params['url']))} in a browser.`;
}

function toAcceptLabel(request: InputRequest): string {
  if (isUrlElicitation(request)) return 'I have opened it';
  return toFormFields(request).length === 0 ? 'Accept' : 'Answer';
}

/**
 * Asks one question.
 *
 * @param signal Withdraws the question.
 */
export async function askQuestion(request: InputRequest, signal: AbortSignal): Promise<Asked> {
  if (request.method === InputMethod.sample) return { kind: 'left' };
  const chosen = await select({
    message: toMessage(request),
    options: [
      { value: ACCEPT, label: toAcceptLabel(request) },
      { value: DECLINE, label: 'Decline' },
      { value: LEAVE, label: 'Leave it open for now' },
    ],
    signal,
  });
  if (isCancel(chosen)) return { kind: 'ended' };
  if (chosen === LEAVE) return { kind: 'left' };
  if (chosen === DECLINE) return { kind: 'answered', response: { action: 'decline' } };
  const content: Record<string, unknown> = {};
  for (const field of toFormFields(request)) {
    const value = await askField(field, signal);
    if (isCancel(value)) return { kind: 'ended' };
    if (value !== undefined) content[field.name] = value;
  }
  const hasContent = !isUrlElicitation(request);
  return { kind: 'answered', response: { action: 'accept', ...(hasContent && { content }) } };
}
