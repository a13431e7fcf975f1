/** `server.auth`: accepted tokens over HTTP, and their rules. */
import * as z from 'zod';

import type { AuthSettings, IssuerSettings } from '../../core/person/auth-settings.js';
import { isSecureUrl } from '../../core/value/secure-url.js';
import { allow, scope, scopes } from '../../definition/claims.js';
import { duration, DURATION, key } from '../../definition/keys.js';
import type { LocatedProblem } from '../manifest-error.js';

const url = z
  .string()
  .refine(isSecureUrl, 'Must be a URL with https; http is for this machine only.');

/** Signature algorithms. Symmetric ones are left out, since a server that verifies them could also sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;

const name = z.string().min(1, 'Must not be empty.');

/** Limit of claims: each start of a Workflow stores all of them. */
const MAX_WORKFLOW_CLAIMS = 20;

/** A claim that placeholders can name. */
const claim = name.regex(/^[^{}]+$/, 'A claim name must not contain braces here.');

/** An audience of this server. Common names are refused, since the tokens of many servers have them. */
const audience = name.refine(
  (text) => !['api', 'mcp', 'default', 'account', '*'].includes(text.toLowerCase()),
  'Name an audience of this server only: tokens of many servers have this one.',
);

const issuerGroup = z.strictObject({
  issuer: url.describe('Its issuer identifier: an https URL.'),
  jwksUri: key(url, 'The URL of its keys. Default: from its metadata.'),
  audiences: key(z.array(audience), 'Further audiences that the server accepts.'),
  algorithms: key(
    z.array(z.enum(ALGORITHMS)).min(1, 'Name at least one.'),
    'Signature algorithms that the server accepts. Default: RS256, PS256, ES256, EdDSA, Ed25519.',
  ),
  strictTyp: key(z.boolean(), 'true: the type of a token must be at+jwt. Default: false.'),
});

const staticTokenGroup = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Write the SHA-256 of the token: 64 hexadecimal digits.')
    .describe('The SHA-256 of the token: 64 hexadecimal digits.'),
  principal: name.describe('The name of its holder.'),
  grants: key(scopes, 'Scopes that it grants.'),
  claims: key(z.record(z.string(), z.unknown()), 'Further claims of its holder.'),
});

export const authSchema = z.strictObject({
  resource: key(
    url,
    'The public URL of the MCP endpoint, which tokens must name as their audience.',
  ),
  issuers: key(z.array(issuerGroup), 'Authorization servers whose tokens the server accepts.'),
  tokens: key(z.array(staticTokenGroup).max(100), 'Fixed tokens, for machines.'),
  scopes: key(scopes, 'Scopes that every request needs.'),
  scopeClaims: key(
    z.array(name).min(1, 'Name at least one.'),
    'Claims that list scopes. Default: scope, scp.',
  ),
  implies: key(z.record(scope, scopes), 'Scopes that a scope includes.'),
  allow: key(allow, 'The callers that may use the server: values by claim.'),
  principal: key(
    z.array(name).min(1, 'Name at least one.'),
    'Claims that name a caller, besides the issuer. Default: sub.',
  ),
  workflowClaims: key(
    z.array(claim).max(MAX_WORKFLOW_CLAIMS),
    'Claims that are passed to Workflows and stored in Temporal. Default: none.',
  ),
  clockTolerance: key(
    duration,
    `The clock difference that the server tolerates. Default: 30 s; 60 s at most. ${DURATION}`,
  ),
});

/** `server.auth`, with durations in milliseconds. */
export type AuthSource = z.output<typeof authSchema>;

const BUILT_IN = {
  /** Default algorithms of authorization servers; others have to be named. */
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
  /** RFC 9068 defines `scope`; Microsoft Entra and Okta write `scp`. */
  scopeClaims: ['scope', 'scp'],
  /** An issuer never gives a subject to another person; other names may change hands. */
  principal: ['sub'],
  clockToleranceMs: 30_000,
};
/** Limit of `clockTolerance`: it must not extend the life of an expired token. */
const MAX_CLOCK_TOLERANCE_MS = 60_000;

type IssuerSource = z.output<typeof issuerGroup>;

function toIssuer({ jwksUri, ...issuer }: IssuerSource): IssuerSettings {
  return {
    issuer: issuer.issuer,
    audiences: issuer.audiences ?? [],
    algorithms: issuer.algorithms ?? BUILT_IN.algorithms,
    strictTyp: issuer.strictTyp ?? false,
    jwksUri,
  };
}

/** Returns the canonical identifier of a resource: lower-case scheme and host, no fragment, no slash at the end. */
function toCanonical(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

export function toAuthSettings(source: AuthSource): AuthSettings {
  const { resource, issuers = [], tokens = [] } = source;
  return {
    resource: resource === undefined ? undefined : toCanonical(resource),
    issuers: issuers.map(toIssuer),
    tokens: tokens.map(({ sha256, principal, grants = [], claims = {} }) => ({
      sha256: sha256.toLowerCase(),
      principal,
      scopes: grants,
      claims,
    })),
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
  const { resource, issuers = [], tokens = [], clockTolerance = 0 } = source;
  const problems: LocatedProblem[] = [];
  const report = (key: string, message: string): void => {
    problems.push({ path: [...path, key], message });
  };
  if (issuers.length === 0 && tokens.length === 0) {
    report('issuers', 'Nobody could sign in: name an issuer or a token.');
  }
  if (issuers.length > 0 && resource === undefined) {
    report(
      'resource',
      'Missing: the public URL of the MCP endpoint, which tokens must name as their audience.',
    );
  }
  if (resource !== undefined && /[?#]/.test(resource)) {
    report('resource', 'A resource identifier must not have a query or a fragment.');
  }
  const names = issuers.map(({ issuer }) => issuer);
  if (new Set(names).size < names.length) report('issuers', 'Duplicate issuer.');
  const hashes = tokens.map(({ sha256 }) => sha256.toLowerCase());
  if (new Set(hashes).size < hashes.length) {
    report('tokens', 'Duplicate token: each token has one holder.');
  }
  if (clockTolerance > MAX_CLOCK_TOLERANCE_MS) {
    report(
      'clockTolerance',
      `More than ${MAX_CLOCK_TOLERANCE_MS / 1000} s: set the clocks instead.`,
    );
  }
  return problems;
}
