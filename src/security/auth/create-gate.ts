import type { Logger } from '../../core/logger.js';
import type { AuthSettings, ToPrincipal, VerifyToken } from '../../core/person/auth-settings.js';
import { findUnmet, pickClaims } from '../../core/person/claims.js';
import type { Gate, Verdict } from '../../core/person/gate.js';
import { mayHaveNamesakes } from '../../core/person/owner.js';

import { explain, refuseToken, refuseUnread } from './explained-refusals.js';
import { toOwner } from './principal.js';
import { createRefusals } from './refusals.js';
import { toMetadata, toMetadataUrl } from './resource.js';
import { type AccessByTool, findLacking, expandScopes } from './scopes.js';
import { createVerifiers } from './tokens/create-verifiers.js';
import { refuseIssuer } from './tokens/jwt-verifier.js';
import { readToken } from './tokens/read-token.js';
import type { CheckedToken } from './tokens/token-verdict.js';

export interface GateOptions {
  readonly settings: AuthSettings;
  /** Verifies tokens that no other verifier recognizes. */
  readonly verifyToken?: VerifyToken | undefined;
  /** Default: the issuer and the claims that the settings name. */
  readonly toPrincipal?: ToPrincipal | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
  /** The tools behind the gate, with their scopes and rules. */
  readonly tools: AccessByTool;
  /** The server's path in the application. */
  readonly path: string;
  readonly name: string;
}

/**
 * Makes a gate. It decides in this order: presentation of the token, validity, the server's `allow`. When the message
 * is known, it checks scopes.
 */
export function createGate(options: GateOptions): Gate {
  const { settings, verifyToken, toPrincipal, tools, logger, path, name } = options;
  const { resource, issuers, scopes: baseline, workflowClaims, implies } = settings;
  // Without an issuer there is no metadata: clients would look for a place to sign in.
  const described = issuers.length > 0 ? resource : undefined;
  const refusals = createRefusals({
    metadataUrl: described === undefined ? undefined : toMetadataUrl(described),
  });
  const context = { refusals, scopes: baseline, logger };
  const verifiers = createVerifiers(settings, options);
  // An operator's own check may take tokens of any issuer, and `toPrincipal` names the callers of all issuers.
  const namesAreWhole = toPrincipal
    ? settings.tokens.length > 0
    : verifyToken !== undefined || mayHaveNamesakes(settings);

  const verify = async (token: string): Promise<CheckedToken> => {
    const verifier = verifiers.find(({ recognizes }) => recognizes(token));
    if (verifier) return verifier.verify(token);
    throw refuseIssuer(
      token,
      issuers.map(({ issuer }) => issuer),
    );
  };

  /** @throws {TokenRejected} If the claims name no principal. */
  const admit = (checked: CheckedToken): Verdict => {
    const { claims, untilMs } = checked;
    const owner = toOwner(checked, { principal: settings.principal, toPrincipal });
    const unmetClaims = findUnmet(settings.allow, claims);
    if (unmetClaims.length > 0) {
      const message = 'This owner may not use the server';
      const why = { level: 'info', message, owner, unmetClaims } as const;
      return { kind: 'refused', refusal: explain(refusals.forbidden(), logger, why) };
    }
    const caller = {
      owner,
      name: namesAreWhole ? owner : undefined,
      claims,
      workflowClaims: workflowClaims.length > 0 ? pickClaims(claims, workflowClaims) : undefined,
    };
    const scopes = expandScopes(checked.scopes, implies);
    return { kind: 'admitted', grant: { caller, scopes, untilMs } };
  };

  return {
    metadata:
      described === undefined
        ? undefined
        : toMetadata({
            resource: described,
            path,
            name,
            scopes: baseline,
            issuers: issuers.map(({ issuer }) => issuer),
          }),

    async authenticate(presented) {
      const read = readToken(presented);
      if (read.kind !== 'token') {
        return { kind: 'refused', refusal: refuseUnread(read.kind, context) };
      }
      try {
        return admit(await verify(read.token));
      } catch (error) {
        return { kind: 'refused', refusal: refuseToken(error, context) };
      }
    },

    authorize(grant, called) {
      const lacking = findLacking(grant, called, { scopes: baseline, tools });
      if (!lacking) return undefined;
      const { owner } = grant.caller;
      const why = { level: 'info', message: 'A request needs more scopes', owner } as const;
      return explain(refusals.insufficientScope(lacking.needed), logger, { ...why, ...lacking });
    },
  };
}
