import type { Logger } from '../../core/logger.js';
import type { AuthSettings, ToPrincipal, VerifyToken } from '../../core/person/auth-settings.js';
import { findUnmet, pickClaims, type UnmetRule } from '../../core/person/claims.js';
import type { Grant } from '../../core/person/gate.js';

import { toOwner } from './principal.js';
import { expandScopes } from './scopes.js';
import { createVerifiers } from './tokens/create-verifiers.js';
import { type CheckedToken, TokenRejected } from './tokens/token-verdict.js';

export interface EntryCheckOptions {
  readonly settings: AuthSettings;
  /** Verifies tokens that no other verifier recognizes. */
  readonly verifyToken?: VerifyToken | undefined;
  /** Default: the issuer and the claims that the settings name. */
  readonly toPrincipal?: ToPrincipal | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
}

/** The decision on a valid token. */
export type Entry =
  | { readonly kind: 'admitted'; readonly grant: Grant }
  /** The server's `allow` rules exclude the owner. */
  | { readonly kind: 'barred'; readonly owner: string; readonly unmet: readonly UnmetRule[] };

/** Verifies tokens and decides about their owners. The gate and explanations use it. */
export interface EntryCheck {
  /**
   * @throws {TokenRejected} If a token is invalid.
   * @throws {VerifierUnavailable} If the token cannot be verified now.
   */
  readonly verify: (token: string) => Promise<CheckedToken>;
  /** @throws {TokenRejected} If the claims name no principal. */
  readonly admit: (checked: CheckedToken) => Entry;
}

export function createEntryCheck(options: EntryCheckOptions): EntryCheck {
  const { settings, toPrincipal } = options;
  const verifiers = createVerifiers(settings, options);
  return {
    verify: async (token) => {
      const verifier = verifiers.find(({ recognizes }) => recognizes(token));
      if (verifier) return verifier.verify(token);
      throw new TokenRejected(
        'It is of no issuer that is configured, and of no other kind that is taken',
      );
    },
    admit: (checked) => {
      const { claims, untilMs } = checked;
      const owner = toOwner(checked, { principal: settings.principal, toPrincipal });
      const unmet = findUnmet(settings.allow, claims);
      if (unmet.length > 0) return { kind: 'barred', owner, unmet };
      const { workflowClaims, implies } = settings;
      const caller = {
        owner,
        claims,
        ...(workflowClaims.length > 0 && { workflowClaims: pickClaims(claims, workflowClaims) }),
      };
      const scopes = expandScopes(checked.scopes, implies);
      return { kind: 'admitted', grant: { caller, scopes, untilMs } };
    },
  };
}
