import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

import { isRecord } from '../../../core/value/is-record.js';
import { reportError, wrapTransport } from '../streams/wrap-transport.js';
import { PROTOCOL_VERSION_META_KEY } from '../wire/envelope.js';
import { JsonRpcCode } from '../wire/json-rpc-error.js';
import { protocol } from '../wire/protocol.js';

/** The version that a request claims, where it is one that this generation does not have. */
function foreignVersion(message: JSONRPCMessage): string | undefined {
  if (!('method' in message) || !('id' in message)) return undefined;
  const meta = message.params?._meta;
  const version = isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  return typeof version === 'string' && version !== protocol.version ? version : undefined;
}

/**
 * A message as the SDK may see it. Answers that are no object would be taken for none at all by it; left out, they
 * are refused like any other missing parameter.
 */
export function withoutMalformedAnswers<Message>(message: Message): Message {
  const params: unknown = isRecord(message) ? message['params'] : undefined;
  if (!isRecord(params) || isRecord(params['inputResponses'])) return message;
  const { inputResponses, ...rest } = params;
  return inputResponses === undefined ? message : { ...message, params: rest };
}

/**
 * A connection on which every request is held against the version that it claims: the SDK looks at the first one
 * only, and nothing may be remembered of a request (Base › Statelessness).
 */
export function withRequestChecks(inner: Transport): Transport {
  return wrapTransport(inner, {
    onMessage(message, pass) {
      const requested = foreignVersion(message);
      if (requested === undefined || !('id' in message)) {
        pass(withoutMalformedAnswers(message));
        return;
      }
      const error = {
        code: JsonRpcCode.unsupportedVersion,
        message: `Unsupported protocol version: ${requested}`,
        data: { supported: [protocol.version], requested },
      };
      inner.send({ jsonrpc: '2.0', id: message.id, error }).catch((cause: unknown) => {
        reportError(inner, cause);
      });
    },
  });
}
