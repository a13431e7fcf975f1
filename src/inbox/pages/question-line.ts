import { InputMethod, type InputRequest } from '../../core/question/input-request.js';
import { cutText } from '../../core/value/cut-text.js';

/** Longest text of a question in a list, in characters. */
const MAX_LINE = 200;

/** Returns the text of a question. */
export function toQuestionText({ method, params }: InputRequest): string {
  if (method === InputMethod.sample) return 'A request to a model';
  const { message } = params;
  return typeof message === 'string' && message !== '' ? message : 'A question without words';
}

/** Returns the text of a question in one line. */
export function toQuestionLine(request: InputRequest): string {
  return cutText(toQuestionText(request).replaceAll(/\s+/g, ' '), MAX_LINE);
}
