import { randomUUID } from 'node:crypto';

import type { Caller } from '../../src/core/person/caller.js';

/** A caller with a random name, and with groups. */
export function somebody(groups: readonly string[] = []): Caller {
  const name = `ada-${randomUUID()}`;
  const owner = JSON.stringify(['https://id.example', 'user', name]);
  const claims = { groups };
  return { owner, claims, workflowClaims: { mail: `${name}@example.com` } };
}

/** The caller's name in the token. */
export function nameOf({ owner }: Caller): string {
  return String((JSON.parse(owner) as unknown[])[2]);
}
