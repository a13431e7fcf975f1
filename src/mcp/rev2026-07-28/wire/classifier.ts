import { type InboundClassificationOutcome, isJSONRPCRequest } from '@modelcontextprotocol/server';

import { toJson } from '../../../core/value/exact-json.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { HttpRequest } from '../../http-message.js';

import { PROTOCOL_VERSION_META_KEY } from './envelope.js';
import { protocol } from './protocol.js';
import { classify } from './read-message.js';

/** Maximum number of remembered envelopes. A client repeats the same envelope. */
const MAX_ENVELOPES = 1_000;
/** Maximum length of a remembered envelope, in characters. Longer ones are checked each time. */
const MAX_ENVELOPE_LENGTH = 2_000;

/**
 * Classifies HTTP requests. The SDK's check of an envelope takes 50 µs, which slows polls. It is skipped for an envelope
 * that has passed it.
 */
export class Classifier {
  readonly #envelopes = new Set<string>();

  /** Returns the same outcome as {@link classify}. */
  classify({ headers, method }: HttpRequest, body: unknown): InboundClassificationOutcome {
    const meta = isRecord(body) && isRecord(body['params']) ? body['params']['_meta'] : undefined;
    const isClaim = isRecord(meta) && meta[PROTOCOL_VERSION_META_KEY] === protocol.version;
    if (method !== 'POST' || !isClaim || !isJSONRPCRequest(body)) {
      return classify(body, headers, method);
    }
    const isAgreed =
      (headers.get('mcp-protocol-version') ?? protocol.version) === protocol.version &&
      (headers.get('mcp-method') ?? body.method) === body.method;
    const envelope = toJson(meta);
    if (isAgreed && this.#envelopes.has(envelope)) {
      const classification = { era: 'modern', revision: protocol.version } as const;
      return { kind: 'modern', messageKind: 'request', message: body, classification };
    }
    const outcome = classify(body, headers, method);
    if (outcome.kind === 'modern' && envelope.length <= MAX_ENVELOPE_LENGTH) {
      if (this.#envelopes.size >= MAX_ENVELOPES) this.#envelopes.clear();
      this.#envelopes.add(envelope);
    }
    return outcome;
  }
}
