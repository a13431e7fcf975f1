import { isRecord } from '../../../core/value/is-record.js';
import { fetchBounded } from '../../../transport/outgoing/fetch-bounded.js';

import { VerifierUnavailable } from './token-verdict.js';

/**
 * Requests a JSON object from an authorization server.
 *
 * @throws {VerifierUnavailable} If the answer is not a JSON object; the reason is its `cause`.
 */
export async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const response = await fetchBounded(url, { headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    const value: unknown = await response.json();
    if (isRecord(value)) return value;
    throw new Error('The answer is not a JSON object');
  } catch (cause) {
    throw new VerifierUnavailable(`${new URL(url).origin} has not answered as it should`, {
      cause,
    });
  }
}
