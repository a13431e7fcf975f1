import type { JSONWebKeySet } from 'jose';

import { isRecord } from '../../../core/value/is-record.js';

import { fetchJson } from './fetch-json.js';
import { VerifierUnavailable } from './token-verdict.js';

/** An issuer with more keys than that has something else wrong. */
const MAX_KEYS = 100;

/** The public keys in a key set: a secret one could be used to pass off its text as a signature. */
function toKeySet({ keys }: Readonly<Record<string, unknown>>): JSONWebKeySet {
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) {
    throw new VerifierUnavailable('The key set is malformed, or too large');
  }
  const usable = keys.filter(
    (key) => isRecord(key) && typeof key['kty'] === 'string' && key['kty'] !== 'oct',
  );
  return { keys: usable as JSONWebKeySet['keys'] };
}

/**
 * Fetches the public keys of an issuer.
 *
 * @throws {VerifierUnavailable} When there are none to have.
 */
export async function fetchKeySet(jwksUri: string): Promise<JSONWebKeySet> {
  return toKeySet(await fetchJson(jwksUri));
}
