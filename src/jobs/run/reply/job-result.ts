import { RESULT_AT_KEY } from '../../../core/contract/contract.js';
import { findInexact, toJson } from '../../../core/value/exact-json.js';
import { parseForeignJson } from '../../../core/value/foreign-json.js';
import type { JobResult } from '../../contract/job-contract.js';
import type { JobReply } from '../../contract/job-reply.js';
import type { ExpressionText, JobSpec } from '../../contract/job-spec.js';

import type { ReplyReader } from './read-reply.js';

/** Maximum size of a result, in characters of JSON. Temporal takes 2 MiB. */
const MAX_RESULT_LENGTH = 1024 * 1024;

/** Where the result is a text of JSON, its value; a text that isn't JSON stays as it is. */
function parse({ result }: JobSpec, value: unknown): unknown {
  if (result?.parse !== true || typeof value !== 'string') return value;
  try {
    return parseForeignJson(value).value;
  } catch {
    return value;
  }
}

/**
 * The result of a job that has succeeded, from a reply. A text is a result, too. One that is too large stays at the
 * address of the reply.
 */
export async function toResult(
  spec: JobSpec,
  expression: ExpressionText | undefined,
  answer: { readonly url: string; readonly reply: JobReply; readonly reader: ReplyReader },
): Promise<JobResult> {
  const { url, reply, reader } = answer;
  const left = { value: { [RESULT_AT_KEY]: url } };
  if (reply.isTooLarge) return left;
  const read = await reader.result(expression);
  if (!read.ok) return { unread: { kind: 'unreadable', message: read.reason } };
  const value = parse(spec, read.value ?? (reply.isText ? reply.body : read.value));
  const json = toJson(value) ?? 'null';
  const result = findInexact(value) ? { json } : { value };
  return JSON.stringify(result).length > MAX_RESULT_LENGTH ? left : result;
}
