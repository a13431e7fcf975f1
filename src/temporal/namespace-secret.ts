import { createHmac } from 'node:crypto';

/**
 * Derives the secret of a namespace. Owners have other tags in each, so that an ID shows its namespace. The server's
 * own keeps the original secret, and so its earlier IDs.
 *
 * @param name The manifest's name; '' is the server's own.
 */
export function deriveSecret(secret: Uint8Array, name: string): Uint8Array {
  if (name === '') return secret;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['namespace', name]))
    .digest();
}
