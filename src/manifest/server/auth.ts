/** `server.auth`: accepted tokens over HTTP, and their rules. */
import * as z from 'zod';

import type { AuthSettings } from '../../core/person/auth-settings.js';
import { isSecureUrl } from '../../core/value/secure-url.js';
import { allow, scope, scopes } from '../../definition/claims.js';
import { flag, key, span } from '../../definition/keys.js';
import { compile, defaulting } from '../../definition/leaves.js';
import type { LocatedProblem } from '../manifest-error.js';

const url = z
  .string()
  .refine(isSecureUrl, 'Must be a URL with https; http is for this machine only.');

/** Signature algorithms. Symmetric ones are left out, since a server that verifies them could also sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;

/** Default algorithms of authorization servers; others have to be named. */
const USUAL_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

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
  audiences: defaulting(z.array(audience), [], 'Further audiences that the server accepts.'),
  algorithms: defaulting(
    z.array(z.enum(ALGORITHMS)).min(1, 'Name at least one.'),
    [...USUAL_ALGORITHMS],
    `Signature algorithms that the server accepts. Default: ${USUAL_ALGORITHMS.join(', ')}.`,
  ),
  strictTyp: flag(false, 'true: the type of a token must be at+jwt.'),
});

const staticTokenGroup = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Write the SHA-256 of the token: 64 hexadecimal digits.')
    .describe('The SHA-256 of the token: 64 hexadecimal digits.'),
  principal: name.describe('The name of its holder.'),
  grants: defaulting(scopes, [], 'Scopes that it grants.'),
  claims: defaulting(z.record(z.string(), z.unknown()), {}, 'Further claims of its holder.'),
});

/** Limit of `clockTolerance`: it must not extend the life of an expired token. */
const MAX_CLOCK_TOLERANCE_MS = 60_000;

export const authSchema = z.strictObject({
  resource: key(
    url,
    'The public URL of the MCP endpoint, which tokens must name as their audience.',
  ),
  issuers: defaulting(
    z.array(issuerGroup),
    [],
    'Authorization servers whose tokens the server accepts.',
  ),
  tokens: defaulting(z.array(staticTokenGroup).max(100), [], 'Fixed tokens, for machines.'),
  scopes: defaulting(scopes, [], 'Scopes that every request needs.'),
  // RFC 9068 defines `scope`; Microsoft Entra and Okta write `scp`.
  scopeClaims: defaulting(
    z.array(name).min(1, 'Name at least one.'),
    ['scope', 'scp'],
    'Claims that list scopes. Default: scope, scp.',
  ),
  implies: defaulting(z.record(scope, scopes), {}, 'Scopes that a scope includes.'),
  allow: defaulting(allow, {}, 'The callers that may use the server: values by claim.'),
  // An issuer never gives a subject to another person; other names may change hands.
  principal: defaulting(
    z.array(name).min(1, 'Name at least one.'),
    ['sub'],
    'Claims that name a caller, besides the issuer. Default: sub.',
  ),
  workflowClaims: defaulting(
    z.array(claim).max(MAX_WORKFLOW_CLAIMS),
    [],
    'Claims that are passed to Workflows and stored in Temporal. Default: none.',
  ),
  clockTolerance: span(
    30_000,
    `The clock difference that the server tolerates, at most ${MAX_CLOCK_TOLERANCE_MS / 1_000} s.`,
  ),
});

/** `server.auth`, with durations in milliseconds. */
export type AuthSource = z.output<typeof authSchema>;

/** Returns the canonical identifier of a resource: lower-case scheme and host, no fragment, no slash at the end. */
function toCanonical(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

export function toAuthSettings(source: AuthSource): AuthSettings {
  const { resource, tokens, clockTolerance, ...own } = compile(authSchema, source);
  return {
    ...own,
    resource: resource === undefined ? undefined : toCanonical(resource),
    tokens: tokens.map(({ sha256, grants, ...token }) => ({
      ...token,
      sha256: sha256.toLowerCase(),
      scopes: grants,
    })),
    clockToleranceMs: clockTolerance,
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
