import { InputMethod, type InputRequest } from '../../core/question/input-request.js';
import { cutText } from '../../core/value/cut-text.js';

/** A question in a list has so many characters of its text. */
const MAX_LINE = 200;

/** The question in words. */
export function toQuestionText({ method, params }: InputRequest): string {
  if (method === InputMethod.sample) return 'A request to a model';
  const { message } = params;
  return typeof message === 'string' && message !== '' ? message : 'A question without words';
}

/** The same in one line. */
export function toQuestionLine(request: InputRequest): string {
  return cutText(toQuestionText(request).replaceAll(/\s+/g, ' '), MAX_LINE);
}
