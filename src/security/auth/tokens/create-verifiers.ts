import type { Logger } from '../../../core/logger.js';
import type {
  AuthSettings,
  IssuerSettings,
  VerifyToken,
} from '../../../core/person/auth-settings.js';

import { createCustomVerifier } from './custom-verifier.js';
import { IssuerKeys } from './issuer-keys.js';
import { createJwtVerifier } from './jwt-verifier.js';
import { createStaticTokens } from './static-tokens.js';
import type { TokenVerifier } from './token-verdict.js';

export interface VerifiersOptions {
  readonly verifyToken?: VerifyToken | undefined;
  readonly logger?: Logger | undefined;
}

/** Accepted values of `aud`. They match exactly, except for a slash at the end. */
function toAudiences(
  { audiences }: IssuerSettings,
  resource: string | undefined,
): ReadonlySet<string> {
  const named = [...(resource === undefined ? [] : [resource]), ...audiences];
  return new Set(named.flatMap((one) => [one, one.endsWith('/') ? one.slice(0, -1) : `${one}/`]));
}

/** Makes the verifiers of the settings. The first verifier that recognizes a token decides about it. */
export function createVerifiers(
  { resource, issuers, tokens, scopeClaims, clockToleranceMs }: AuthSettings,
  { verifyToken, logger }: VerifiersOptions,
): readonly TokenVerifier[] {
  const checks = { scopeClaims, clockToleranceMs };
  const trusted = issuers.map((issuer) => ({
    ...issuer,
    audiences: toAudiences(issuer, resource),
    keys: new IssuerKeys({ issuer: issuer.issuer, jwksUri: issuer.jwksUri, logger }),
  }));
  return [
    ...(tokens.length > 0 ? [createStaticTokens(tokens)] : []),
    ...(trusted.length > 0 ? [createJwtVerifier({ issuers: trusted, ...checks })] : []),
    ...(verifyToken ? [createCustomVerifier(verifyToken, checks)] : []),
  ];
}
