import { InitializeRequestParamsSchema } from '@modelcontextprotocol/sdk/types.js';

import { isRecord } from '../../../core/value/is-record.js';
import { type Answer, readAnswer } from '../../../service/questions/route-answer.js';
import { type ErrorReply, refuseParams, refuseRequest } from '../../malformed-message.js';

export type ClientMessage =
  | { readonly kind: 'malformed'; readonly reply: ErrorReply }
  /** A response to a question. The SDK does not know the question. */
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'request';
      readonly id: string | number;
      readonly method: string;
      readonly params: unknown;
    }
  /** A notification, or a response to a request of the SDK. */
  | { readonly kind: 'other' };

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  number: 'a number',
};

/** Names the first member of an introduction that breaks the rules of MCP; `undefined` for a valid one. */
function findFault(params: unknown): string | undefined {
  const [issue] = InitializeRequestParamsSchema.safeParse(params ?? {}).error?.issues ?? [];
  if (!issue) return undefined;
  const expected = issue.code === 'invalid_type' ? issue.expected : 'object';
  return `"${issue.path.map(String).join('.')}" must be ${TYPE_WORDS[expected] ?? 'an object'}.`;
}

/**
 * Classifies a message by MCP's rules. An `initialize` needs valid params, since the session and the connection are made
 * of them.
 */
export function readMessage(message: unknown): ClientMessage {
  const answer = readAnswer(message);
  if (answer) return { kind: 'answer', answer };
  if (!isRecord(message))
    return { kind: 'malformed', reply: refuseRequest(undefined, 'there is no message.') };
  const { id, method, params } = message;
  const isRequest =
    (typeof id === 'string' || typeof id === 'number') && typeof method === 'string';
  if (!isRequest) return { kind: 'other' };
  const fault = method === 'initialize' ? findFault(params) : undefined;
  return fault === undefined
    ? { kind: 'request', id, method, params }
    : { kind: 'malformed', reply: refuseParams(id, fault) };
}
