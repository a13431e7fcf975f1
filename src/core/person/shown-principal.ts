import { limitText } from '../value/client-limits.js';
import { isRecord } from '../value/is-record.js';

import type { Principal } from './principal.js';

/** A principal as other people see it on a task. */
export interface ShownPrincipal extends Omit<Principal, 'claims'> {
  /**
   * The name for people: the claim `name`, or `preferred_username`. Absent: `server.auth.workflowClaims` leaves them
   * out.
   */
  readonly displayName?: string | undefined;
  /** The claim `email`. Absent: `server.auth.workflowClaims` leaves it out. */
  readonly email?: string | undefined;
}

const DISPLAY_NAMES = ['name', 'preferred_username'];
function readText(claims: unknown, names: readonly string[]): string | undefined {
  if (!isRecord(claims)) return undefined;
  const values = names.map((name) => (Object.hasOwn(claims, name) ? claims[name] : undefined));
  return values.find(
    (value): value is string =>
      typeof value === 'string' && value !== '' && limitText('shownName', value) !== undefined,
  );
}

/**
 * Picks name and e-mail address from a principal's claims. The operator decides by `server.auth.workflowClaims`
 * whether they exist.
 */
export function toShownPrincipal({ kind, issuer, subject, claims }: Principal): ShownPrincipal {
  const displayName = readText(claims, DISPLAY_NAMES);
  const email = readText(claims, ['email']);
  return {
    kind,
    issuer,
    subject,
    displayName,
    email,
  };
}
