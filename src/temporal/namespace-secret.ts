import { createHmac } from 'node:crypto';

/**
 * The secret of a namespace. Owners have other tags in each, so that an ID says by itself in which one its task is, and IDs
 * that were made before there were several are those of the server's own.
 *
 * @param name As the manifest has it; '' is the server's own.
 */
export function deriveSecret(secret: Uint8Array, name: string): Uint8Array {
  if (name === '') return secret;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['namespace', name]))
    .digest();
}
