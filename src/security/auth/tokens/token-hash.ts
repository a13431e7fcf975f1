import { createHash } from 'node:crypto';

/** What stands for a token where one is remembered: tokens themselves never are. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
