import type { AuthSettings, ToPrincipal, VerifyToken } from '../core/auth-settings.js';
import { meetsRules, pickClaims } from '../core/claims.js';
import type { Gate, Verdict } from '../core/gate.js';
import type { Logger } from '../core/logger.js';

import { createVerifiers } from './create-verifiers.js';
import { explain, refuseToken, refuseUnread } from './explained-refusals.js';
import { type AccessByTool, findLacking } from './lacking-scopes.js';
import { toOwner } from './principal.js';
import { readToken } from './read-token.js';
import { createRefusals } from './refusals.js';
import { toMetadata, toMetadataUrl } from './resource.js';
import { expandScopes } from './scopes.js';
import { type CheckedToken, TokenRejected, type TokenVerifier } from './token-verdict.js';

/** What a gate is made of. */
export interface GateOptions {
  readonly settings: AuthSettings;
  /** Verifies what no other way recognizes. */
  readonly verifyToken?: VerifyToken | undefined;
  /** Default: the issuer and the claims that the settings name. */
  readonly toPrincipal?: ToPrincipal | undefined;
  /** What is behind it, and what each tool needs. */
  readonly tools: AccessByTool;
  /** Where it is in the application. */
  readonly path: string;
  /** Name of the server, for people. */
  readonly name: string;
  /** Default: nothing is logged. */
  readonly logger?: Logger | undefined;
}

async function verify(token: string, verifiers: readonly TokenVerifier[]): Promise<CheckedToken> {
  const verifier = verifiers.find(({ recognizes }) => recognizes(token));
  if (!verifier)
    throw new TokenRejected(
      'It is of no issuer that is configured, and of no other kind that is taken',
    );
  return verifier.verify(token);
}

/**
 * Makes a gate. What it decides on, in this order: how a token is presented, whether it holds, whether the server is for
 * its owner, and then, when the message is known, whether its scopes suffice.
 */
export function createGate(options: GateOptions): Gate {
  const { settings, tools, logger, path, name } = options;
  const { resource, issuers, implies, allow, workflowClaims, scopes: baseline } = settings;
  const refusals = createRefusals({
    metadataUrl: resource === undefined ? undefined : toMetadataUrl(resource),
  });
  const context = { refusals, scopes: baseline, logger };
  const verifiers = createVerifiers(settings, options);

  const admit = (checked: CheckedToken): Verdict => {
    const { claims, untilMs } = checked;
    const { toPrincipal } = options;
    const owner = toOwner(checked, { principal: settings.principal, toPrincipal });
    if (!meetsRules(allow, claims)) {
      const why = { level: 'info', message: 'The server is not for this owner', owner } as const;
      return { kind: 'refused', refusal: explain(refusals.forbidden(), logger, why) };
    }
    const identity = {
      ...{ owner, claims },
      ...(workflowClaims.length > 0 && { workflowClaims: pickClaims(claims, workflowClaims) }),
    };
    const scopes = expandScopes(checked.scopes, implies);
    return { kind: 'admitted', admission: { identity, scopes, untilMs } };
  };

  return {
    ...(resource !== undefined &&
      issuers.length > 0 && {
        metadata: toMetadata({
          ...{ resource, path, name, scopes: baseline },
          issuers: issuers.map(({ issuer }) => issuer),
        }),
      }),

    async authenticate(presented) {
      const read = readToken(presented);
      if (read.kind !== 'token') {
        return { kind: 'refused', refusal: refuseUnread(read.kind, context) };
      }
      try {
        return admit(await verify(read.token, verifiers));
      } catch (error) {
        return { kind: 'refused', refusal: refuseToken(error, context) };
      }
    },

    authorize(admission, message) {
      const lacking = findLacking(admission, message, { scopes: baseline, tools });
      if (!lacking) return undefined;
      const { owner } = admission.identity;
      const why = { level: 'info', message: 'A request needs more scopes', owner } as const;
      return explain(refusals.insufficientScope(lacking.needed), logger, { ...why, ...lacking });
    },
  };
}
