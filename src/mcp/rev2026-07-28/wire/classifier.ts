import { type InboundClassificationOutcome, isJSONRPCRequest } from '@modelcontextprotocol/server';

import { toJson } from '../../../core/value/exact-json.js';
import { isRecord } from '../../../core/value/is-record.js';

import { PROTOCOL_VERSION_META_KEY } from './envelope.js';
import { protocol } from './protocol.js';
import { classify } from './read-message.js';

/** Maximum number of remembered envelopes. A client repeats the same envelope. */
const MAX_ENVELOPES = 1_000;
/** Maximum length of a remembered envelope, in characters. Longer ones are checked each time. */
const MAX_ENVELOPE_LENGTH = 2_000;

interface Received {
  readonly body: unknown;
  readonly method: string;
  readonly version: string | null;
  readonly methodHeader: string | null;
}

/**
 * Classifies HTTP requests. The SDK's check takes 50 µs, which slows polls. It is skipped for requests that have no
 * sign of this generation, or that have a known envelope.
 */
export class Classifier {
  readonly #envelopes = new Set<string>();

  /** Returns the same outcome as {@link classify}. */
  classify(request: Request, body: unknown): InboundClassificationOutcome {
    const { headers, method } = request;
    const received = {
      body,
      method,
      version: headers.get('mcp-protocol-version'),
      methodHeader: headers.get('mcp-method'),
    };
    return this.#recall(received) ?? this.#look(body, request);
  }

  #recall({
    body,
    method,
    version,
    methodHeader,
  }: Received): InboundClassificationOutcome | undefined {
    if (method !== 'POST' || !isJSONRPCRequest(body) || body.method === 'initialize')
      return undefined;
    const meta = body.params?._meta;
    if (!isRecord(meta) || !(PROTOCOL_VERSION_META_KEY in meta)) {
      if (version !== null && version >= protocol.version) return undefined;
      const requested = version === null ? {} : { requestedVersion: version };
      return { kind: 'legacy', reason: 'no-claim', ...requested };
    }
    const isAgreed =
      (version ?? protocol.version) === protocol.version &&
      (methodHeader ?? body.method) === body.method;
    if (!isAgreed || !this.#envelopes.has(toJson(meta))) return undefined;
    const classification = { era: 'modern', revision: protocol.version } as const;
    return { kind: 'modern', messageKind: 'request', message: body, classification };
  }

  #look(body: unknown, { headers, method }: Request): InboundClassificationOutcome {
    const outcome = classify(body, headers, method);
    const isGood =
      outcome.kind === 'modern' &&
      outcome.messageKind === 'request' &&
      outcome.classification.revision === protocol.version;
    const envelope = isGood ? toJson(outcome.message.params?._meta) : undefined;
    if (envelope === undefined || envelope.length > MAX_ENVELOPE_LENGTH) return outcome;
    if (this.#envelopes.size >= MAX_ENVELOPES) this.#envelopes.clear();
    this.#envelopes.add(envelope);
    return outcome;
  }
}
