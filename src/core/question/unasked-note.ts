/** Questions that no client could show: the mark in their answers, and the note to the model with the result. */
import type { InputRequest, InputResponse } from '../contract/input-request.js';
import { isRecord } from '../value/is-record.js';
import { quote, quoteName } from '../value/quote.js';

/** JSON-RPC "Method not found": a client without the capability answers this. */
export const CANNOT_BE_ASKED = -32601;
/** The member of structured content with the note. */
export const UNASKED_MEMBER = 'notAsked';

export function saysUnasked({ error }: InputResponse): boolean {
  return isRecord(error) && error['code'] === CANNOT_BE_ASKED;
}

/** Quotes a question for {@link describeUnasked}. */
export function quoteQuestion({ method, params: { message } }: InputRequest): string {
  return quote(typeof message === 'string' ? message : method);
}

/** @param questions Quoted. */
export function describeUnasked(questions: readonly string[], toolName: string): string {
  return `Nobody was asked ${questions.join(', ')}: the client of this call can't show questions. Call ${quoteName(toolName)} in a client that can.`;
}
