import { isRecord } from '../../../core/value/is-record.js';

import { VerifierUnavailable } from './token-verdict.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > MAX_BYTES) throw new Error(`The answer is larger than ${MAX_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Requests a JSON object from an authorization server. Limits: 5 seconds, 1 MiB, no redirects.
 *
 * @throws {VerifierUnavailable} If the answer is not a JSON object; the reason is its `cause`.
 */
export async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  const patience = new AbortController();
  // `AbortSignal.timeout` does not work here: Node.js 20 may collect it as garbage before it fires.
  const timer = setTimeout(() => {
    patience.abort(new Error(`There was no answer within ${TIMEOUT_MS} ms`));
  }, TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: patience.signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    const value: unknown = JSON.parse(await readBounded(response.body));
    if (isRecord(value)) return value;
    throw new Error('The answer is not a JSON object');
  } catch (cause) {
    throw new VerifierUnavailable(`${new URL(url).origin} has not answered as it should`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
}
