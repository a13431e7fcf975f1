import { createHash } from 'node:crypto';

/** Returns the hash that stands for a token. The token itself is never kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
