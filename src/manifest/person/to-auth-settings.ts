import type { AuthSettings, IssuerSettings } from '../../core/person/auth-settings.js';
import type { LocatedProblem } from '../file/located-problem.js';

import type { AuthSource } from './auth-schema.js';

/** Defaults of `server.auth`. */
const BUILT_IN = {
  /** Default algorithms of authorization servers; others have to be named. */
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
  /** RFC 9068 has the one; Microsoft Entra and Okta write the other. */
  scopeClaims: ['scope', 'scp'],
  /** A subject never changes hands; other names may. */
  principal: ['sub'],
  clockToleranceMs: 30_000,
};
/** A token that has expired must not live on by it. */
const MAX_CLOCK_TOLERANCE_MS = 60_000;

type IssuerSource = NonNullable<AuthSource['issuers']>[number];

function toIssuer({ introspection, jwksUri, ...issuer }: IssuerSource): IssuerSettings {
  return {
    issuer: issuer.issuer,
    audiences: issuer.audiences ?? [],
    algorithms: issuer.algorithms ?? BUILT_IN.algorithms,
    strictTyp: issuer.strictTyp ?? false,
    ...(jwksUri !== undefined && { jwksUri }),
    ...(introspection && { introspection }),
  };
}

/** The identifier of a resource in its one form: lower-case scheme and host, no fragment, no slash at the end. */
function toCanonical(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Fills in every default. */
export function toAuthSettings(source: AuthSource): AuthSettings {
  const { resource, issuers = [], tokens = [], module } = source;
  return {
    ...(resource !== undefined && { resource: toCanonical(resource) }),
    issuers: issuers.map(toIssuer),
    tokens: tokens.map(({ sha256, principal, scopes = [], claims = {} }) => ({
      ...{ sha256: sha256.toLowerCase(), principal, scopes, claims },
    })),
    ...(module !== undefined && { modulePath: module }),
    scopes: source.scopes ?? [],
    scopeClaims: source.scopeClaims ?? BUILT_IN.scopeClaims,
    implies: source.implies ?? {},
    allow: source.allow ?? {},
    principal: source.principal ?? BUILT_IN.principal,
    workflowClaims: source.workflowClaims ?? [],
    clockToleranceMs: source.clockTolerance ?? BUILT_IN.clockToleranceMs,
  };
}

/** Checks of `server.auth` beyond the schema: its members have to fit together. */
export function checkAuth(source: AuthSource, path: readonly PropertyKey[]): LocatedProblem[] {
  const { resource, issuers = [], tokens = [], module, clockTolerance = 0 } = source;
  const problems: LocatedProblem[] = [];
  const report = (key: string, message: string): void => {
    problems.push({ path: [...path, key], message });
  };
  if (issuers.length === 0 && tokens.length === 0 && module === undefined) {
    report('issuers', 'Nobody could come in: name an issuer, a token or a module.');
  }
  if (issuers.length > 0 && resource === undefined) {
    report('resource', 'Missing: the public URL of the MCP endpoint, which tokens have to be for.');
  }
  if (resource !== undefined && /[?#]/.test(resource)) {
    report('resource', 'The identifier of a resource has no query and no fragment.');
  }
  const names = issuers.map(({ issuer }) => issuer);
  if (new Set(names).size < names.length) report('issuers', 'An issuer is named twice.');
  const hashes = tokens.map(({ sha256 }) => sha256.toLowerCase());
  if (new Set(hashes).size < hashes.length) {
    report('tokens', 'The same token stands here twice: whose would it be?');
  }
  if (issuers.filter(({ introspection }) => introspection).length > 1) {
    report(
      'issuers',
      'Only one issuer can be asked about opaque tokens: they do not say whose they are.',
    );
  }
  if (clockTolerance > MAX_CLOCK_TOLERANCE_MS) {
    report(
      'clockTolerance',
      `More than ${MAX_CLOCK_TOLERANCE_MS / 1000} s: set the clocks instead.`,
    );
  }
  return problems;
}
