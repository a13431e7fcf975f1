import { createHmac } from 'node:crypto';

/**
 * Derives the secret of a namespace. An owner's tag differs between namespaces, so that a task ID shows its namespace.
 * The server's own namespace uses the original secret, so its earlier IDs stay valid.
 *
 * @param name The namespace's name in the manifest; '' is the server's own namespace.
 */
export function deriveSecret(secret: Uint8Array, name: string): Uint8Array {
  if (name === '') return secret;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['namespace', name]))
    .digest();
}
