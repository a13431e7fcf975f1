import { type AnswerRecord, MAX_RECORD_BYTES } from '../contract/contract.js';
import type { InputRequest, InputResponse } from '../contract/input-request.js';
import { cutText } from '../value/cut-text.js';
import { toJsonBytes } from '../value/json-bounds.js';

/** Longest text of a question in a record whose form is left out, in characters of UTF-16. */
const MAX_MESSAGE = 3_000;

/** Makes the record of an answer. Above its limit, it keeps only the question's text and what was decided. */
export function toAnswerRecord(
  key: string,
  { method, params, askedAt, answerBy }: InputRequest,
  { action, content }: InputResponse,
  stamp: Pick<AnswerRecord, 'answeredAt' | 'answeredIn'>,
): AnswerRecord {
  const whole: AnswerRecord = {
    key,
    request: { method, params, askedAt, answerBy },
    response: { action, content },
    ...stamp,
  };
  if (toJsonBytes(whole) <= MAX_RECORD_BYTES) return whole;
  const message = cutText(String(params['message']), MAX_MESSAGE);
  return {
    ...whole,
    request: { ...whole.request, params: { mode: params['mode'], message } },
    response: { action },
  };
}
