import { createHash } from 'node:crypto';

/** A hash in place of the token, which is never kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
