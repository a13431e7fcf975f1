import { createHash } from 'node:crypto';

/** The hash stands for the token, which is never kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
