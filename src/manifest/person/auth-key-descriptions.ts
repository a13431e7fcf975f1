/** Descriptions of the keys of `server.auth`. */
import { describe, DURATION } from '../describe-keys.js';

import { authSchema, introspectionSchema, issuerSchema, staticTokenSchema } from './auth-schema.js';

/** By schema. */
export const AUTH_KEYS = [
  describe(authSchema, {
    resource: 'The public URL of the MCP endpoint, which tokens have to be for.',
    issuers: 'Authorization servers whose tokens are taken.',
    tokens: 'Tokens that never change, for machines.',
    module: 'A module that verifies tokens in a way of its own.',
    scopes: 'Scopes that every request needs.',
    scopeClaims: 'Claims that list scopes. Default: scope, scp.',
    implies: 'Scopes that a scope includes.',
    allow: 'Whom the server is for: values by claim.',
    principal: 'Claims that name somebody, besides the issuer. Default: sub.',
    workflowClaims: 'Claims that Workflows are told, and that stand in Temporal. Default: none.',
    clockTolerance: `How far clocks may be apart. Default: 30 s; 60 s at most. ${DURATION}`,
  }),
  describe(issuerSchema, {
    issuer: 'Its issuer identifier: an https URL.',
    jwksUri: 'Where its keys are. Default: what its metadata says.',
    audiences: 'Further audiences that are taken.',
    algorithms: 'Algorithms of signatures that are taken.',
    strictTyp: 'Whether the type of a token has to be at+jwt. Default: false.',
    introspection: 'How the issuer is asked about opaque tokens.',
  }),
  describe(introspectionSchema, {
    endpoint: 'The introspection endpoint (RFC 7662).',
    clientId: 'What the server calls itself there.',
    clientSecret: 'Its secret: take it from the environment, ${NAME}.',
  }),
  describe(staticTokenSchema, {
    sha256: 'The SHA-256 of the token: 64 hexadecimal digits.',
    principal: 'Whom it names.',
    scopes: 'What it grants.',
    claims: 'What else is known of the holder.',
  }),
];
