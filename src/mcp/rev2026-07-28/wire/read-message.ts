import {
  classifyInboundRequest,
  type InboundClassificationOutcome,
  type InboundLegacyRoute,
} from '@modelcontextprotocol/server';

import { isRecord } from '../../../core/value/is-record.js';
import { withoutUndefined } from '../../../core/value/members.js';
import { toLine } from '../../../core/value/quote.js';
import type { HttpError, HttpHeaders } from '../../http-message.js';

import { JsonRpcCode } from './json-rpc-error.js';
import { protocol } from './protocol.js';

export type ClientMessage =
  | {
      readonly kind: 'request';
      readonly id: string | number;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'notification' }
  | { readonly kind: 'refused'; readonly error: HttpError };

/** Classifies a message by its body, and by its headers if present. */
export function classify(
  body: unknown,
  headers?: HttpHeaders,
  httpMethod = 'POST',
): InboundClassificationOutcome {
  const version = headers?.get('mcp-protocol-version');
  const method = headers?.get('mcp-method');
  return classifyInboundRequest({
    httpMethod,
    body,
    ...withoutUndefined({
      protocolVersionHeader: version ?? undefined,
      mcpMethodHeader: method ?? undefined,
    }),
  });
}

export function unsupportedVersion(requested?: string): HttpError {
  const named = requested === undefined ? undefined : toLine(requested);
  return {
    status: 400,
    code: JsonRpcCode.unsupportedVersion,
    message: `Unsupported protocol version: ${named ?? 'the request did not name a protocol version'}`,
    data: { supported: [protocol.version], requested: named },
  };
}

/** Answers a message of a generation that is not served; `undefined` if it needs no answer. */
function refuseOther({ reason, requestedVersion }: InboundLegacyRoute): HttpError | undefined {
  const invalid = (message: string): HttpError => ({
    status: 400,
    code: JsonRpcCode.invalidRequest,
    message: `Bad Request: ${message}`,
  });
  switch (reason) {
    case 'http-method':
      return {
        status: 405,
        code: JsonRpcCode.serverError,
        message: 'Method not allowed.',
        headers: { Allow: 'POST' },
      };
    case 'batch':
      return invalid('JSON-RPC batches are not supported by this endpoint');
    case 'response':
      return invalid('JSON-RPC responses cannot be posted to this endpoint');
    case 'notification':
      return undefined;
    case 'initialize':
    case 'no-claim':
      return unsupportedVersion(requestedVersion);
  }
}

/** Returns the ID of a message with a method. The ID of a response belongs to another request. */
function idOf(body: unknown): string | number | null {
  if (!isRecord(body) || typeof body['method'] !== 'string') return null;
  const { id } = body;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

export function readMessage(body: unknown, outcome: InboundClassificationOutcome): ClientMessage {
  const refuse = (error: HttpError): ClientMessage => ({
    kind: 'refused',
    error: { ...error, id: idOf(body) },
  });
  if (outcome.kind === 'reject') {
    const { httpStatus: status, code, message, data } = outcome;
    return refuse({ status, code, message, data });
  }
  if (outcome.kind === 'legacy') {
    const error = refuseOther(outcome);
    return error ? refuse(error) : { kind: 'notification' };
  }
  const { revision = 'unknown' } = outcome.classification;
  if (revision !== protocol.version) return refuse(unsupportedVersion(revision));
  if (outcome.messageKind === 'notification') return { kind: 'notification' };
  const { id, method, params } = outcome.message;
  return { kind: 'request', id, method, params };
}
