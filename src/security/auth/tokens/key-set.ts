import type { JSONWebKeySet } from 'jose';

import { isRecord } from '../../../core/value/is-record.js';

import { fetchJson } from './fetch-json.js';
import { VerifierUnavailable } from './token-verdict.js';

/** Maximum number of keys of an issuer. A larger key set is a fault. */
const MAX_KEYS = 100;

/**
 * Returns the public keys of a key set. Secret keys (`oct`) are dropped: an attacker could sign with a published
 * secret.
 */
function toKeySet({ keys }: Readonly<Record<string, unknown>>): JSONWebKeySet {
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) {
    throw new VerifierUnavailable('The key set is malformed, or too large');
  }
  const usable = keys.filter(
    (key) => isRecord(key) && typeof key['kty'] === 'string' && key['kty'] !== 'oct',
  );
  return { keys: usable as JSONWebKeySet['keys'] };
}

/** @throws {VerifierUnavailable} If the key set cannot be fetched, is malformed, or has more than 100 keys. */
export async function fetchKeySet(jwksUri: string): Promise<JSONWebKeySet> {
  return toKeySet(await fetchJson(jwksUri));
}
