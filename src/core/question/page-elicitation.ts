/** A question as a visit to its page: for clients that open pages and have no forms (Elicitation › URL mode). */
import { type InputRequest, InputMethod } from '../contract/input-request.js';

import { type Askable, lackingCapability } from './askable.js';
import { withDeadline } from './deadline.js';
import type { Question } from './question.js';

/**
 * Makes a link to the question's page, for a client that cannot show the form. `undefined` if the client can, if the
 * question has no page, or if the client cannot open pages. The response means only that the person agreed to open the
 * page.
 */
export function toPageElicitation(
  question: Question,
  askable: Askable,
): (InputRequest & { readonly elicitationId: string }) | undefined {
  const { page } = question;
  if (page === undefined || !askable.url) return undefined;
  if (lackingCapability(question, askable) !== 'elicitation') return undefined;
  // The last segment identifies the question among those of all tasks.
  const elicitationId = page.slice(page.lastIndexOf('/') + 1);
  const params = {
    mode: 'url',
    message: withDeadline(question)['message'],
    url: page,
    elicitationId,
  };
  return { method: InputMethod.elicit, params, elicitationId };
}

/** Returns true if a client can show a question, or send a person to its page. */
export function canBeBrought(question: Question, askable: Askable): boolean {
  return (
    lackingCapability(question, askable) === undefined ||
    toPageElicitation(question, askable) !== undefined
  );
}
