import { RESULT_AT_KEY } from '../../../core/contract/contract.js';
import { parseJson, toJson } from '../../../core/value/exact-json.js';
import type { JobReply } from '../../contract/job-reply.js';
import type { ExpressionText, JobSpec } from '../../contract/job-spec.js';

import type { ReplyReader } from './read-reply.js';

/** Maximum size of a result, in characters of JSON. Temporal takes 2 MiB. */
const MAX_RESULT_LENGTH = 1024 * 1024;

/** Where the result is a text of JSON, its value; a text that isn't JSON stays as it is. */
function parse({ resultIsJson }: JobSpec, value: unknown): unknown {
  if (resultIsJson !== true || typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

/**
 * The result of a job that has succeeded, from a reply. A text is a result, too. One that is too large stays at the
 * address of the reply.
 *
 * @throws {JobFault} If the expression cannot be evaluated on this reply.
 */
export async function toResult(
  spec: JobSpec,
  expression: ExpressionText | undefined,
  answer: { readonly url: string; readonly reply: JobReply; readonly reader: ReplyReader },
): Promise<unknown> {
  const { url, reply, reader } = answer;
  if (reply.isTooLarge) return { [RESULT_AT_KEY]: url };
  const result = await reader.result(expression);
  const value = parse(spec, result ?? (reply.isText ? reply.body : result));
  return (toJson(value) ?? '').length > MAX_RESULT_LENGTH ? { [RESULT_AT_KEY]: url } : value;
}
