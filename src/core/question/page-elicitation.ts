/** A question as a visit to its page: for clients that open pages and have no forms (Elicitation › URL mode). */
import { type Askable, lackingCapability } from './askable.js';
import { type InputRequest, InputMethod } from './input-request.js';
import type { OpenInputRequest } from './open-input-request.js';

/**
 * Makes a link to the question's page, for a client that cannot show the form. `undefined` if the client can, if the
 * question has no page, or if the client cannot open pages. The response means only that the person agreed to open the
 * page.
 */
export function toPageElicitation(
  request: OpenInputRequest,
  askable: Askable,
): (InputRequest & { readonly elicitationId: string }) | undefined {
  const page = request.elsewhere?.page;
  if (page === undefined || !askable.url) return undefined;
  if (lackingCapability(request, askable) !== 'elicitation') return undefined;
  // The last segment identifies the question among those of all tasks.
  const elicitationId = page.slice(page.lastIndexOf('/') + 1);
  const { message } = request.params;
  const params = { mode: 'url', message, url: page, elicitationId };
  return { method: InputMethod.elicit, params, elicitationId };
}

/** Returns true if a client can show a question, or send a person to its page. */
export function canBeBrought(request: OpenInputRequest, askable: Askable): boolean {
  return (
    lackingCapability(request, askable) === undefined ||
    toPageElicitation(request, askable) !== undefined
  );
}
