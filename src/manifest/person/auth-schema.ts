/** `server.auth`: accepted tokens over HTTP, and their rules. */
import { z } from 'zod';

import { isSecureUrl } from '../../core/value/secure-url.js';
import { duration } from '../duration.js';

/** RFC 6749 §3.3. `offline_access` grants refresh tokens, which are the client's affair, and nothing here. */
const scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, 'A scope has no blanks, quotes or backslashes.')
  .refine(
    (text) => text !== 'offline_access',
    'Leave it out: clients ask for it by themselves where they want refresh tokens.',
  );

/** Of a tool, or of every request. */
export const scopesSchema = z.array(scope);

/** Required values by claim. */
export const allowSchema = z.record(z.string(), z.array(z.string()).min(1, 'Name one at least.'));

const url = z
  .string()
  .refine(isSecureUrl, 'Must be a URL with https; http is for this machine only.');

/** Without symmetric ones: their verifiers could make signatures. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;

const name = z.string().min(1, 'Must not be empty.');

/** Each start keeps all of them. */
const MAX_WORKFLOW_CLAIMS = 20;

/** A claim that placeholders can name. */
const claim = name.regex(/^[^{}]+$/, 'The name of a claim has no braces here.');

/** A name like that would fit the tokens of any server. */
const audience = name.refine(
  (text) => !['api', 'mcp', 'default', 'account', '*'].includes(text.toLowerCase()),
  'Name what is meant by this server alone: many a token says that.',
);

/** `introspection` of an issuer. */
export const introspectionSchema = z.strictObject({
  endpoint: url,
  clientId: name,
  clientSecret: name,
});

/** One of `issuers`. */
export const issuerSchema = z.strictObject({
  issuer: url,
  jwksUri: url.optional(),
  audiences: z.array(audience).optional(),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1, 'Name one at least.').optional(),
  strictTyp: z.boolean().optional(),
  introspection: introspectionSchema.optional(),
});

/** One of `tokens`. */
export const staticTokenSchema = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Write the SHA-256 of the token: 64 hexadecimal digits.'),
  principal: name,
  scopes: scopesSchema.optional(),
  claims: z.record(z.string(), z.unknown()).optional(),
});

/** `server.auth` as a whole. */
export const authSchema = z.strictObject({
  resource: url.optional(),
  issuers: z.array(issuerSchema).optional(),
  tokens: z.array(staticTokenSchema).max(100).optional(),
  module: name.optional(),
  scopes: scopesSchema.optional(),
  scopeClaims: z.array(name).min(1, 'Name one at least.').optional(),
  implies: z.record(scope, scopesSchema).optional(),
  allow: allowSchema.optional(),
  principal: z.array(name).min(1, 'Name one at least.').optional(),
  workflowClaims: z.array(claim).max(MAX_WORKFLOW_CLAIMS).optional(),
  clockTolerance: duration.optional(),
});

/** `server.auth` as it was written, with durations in milliseconds. */
export type AuthSource = z.output<typeof authSchema>;
