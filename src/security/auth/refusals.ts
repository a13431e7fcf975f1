/** The answers to refused requests (RFC 6750 §3, MCP › Authorization › Error Handling). */
import type { Refusal } from '../../core/person/gate.js';
import { withoutUndefined } from '../../core/value/members.js';

/** `Retry-After`, in seconds, when an authorization server does not answer. */
const RETRY_AFTER_S = '5';

export interface ChallengeOptions {
  /** URL of the resource's metadata. Absent: challenges name no metadata. */
  readonly metadataUrl?: string | undefined;
}

interface Challenge {
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  readonly scopes: readonly string[];
}

/** A quoted string of HTTP, without forbidden characters, and with quotes escaped. */
function quote(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\"]/g, '\\$&')}"`;
}

function refuse(
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { status, body, headers };
}

export function createRefusals({ metadataUrl }: ChallengeOptions): Refusals {
  const toHeader = ({ error, description, scopes }: Challenge): string => {
    const members = [
      error !== undefined && `error=${quote(error)}`,
      description !== undefined && `error_description=${quote(description)}`,
      scopes.length > 0 && `scope=${quote(scopes.join(' '))}`,
      metadataUrl !== undefined && `resource_metadata=${quote(metadataUrl)}`,
    ].filter((member) => member !== false);
    return members.length === 0 ? 'Bearer' : `Bearer ${members.join(', ')}`;
  };
  const challenge = (status: number, options: Challenge): Refusal => {
    const { error, description } = options;
    const body = { error, error_description: description };
    return refuse(status, withoutUndefined(body), { 'WWW-Authenticate': toHeader(options) });
  };
  return {
    noToken: (scopes) => challenge(401, { scopes }),
    invalidToken: (scopes) =>
      challenge(401, {
        error: 'invalid_token',
        description:
          'The access token is missing, malformed, expired, revoked or not for this server.',
        scopes,
      }),
    twoTokens: () =>
      challenge(400, {
        error: 'invalid_request',
        description: 'Present one access token, in one Authorization header.',
        scopes: [],
      }),
    insufficientScope: (scopes) =>
      challenge(403, {
        error: 'insufficient_scope',
        description: 'The access token does not grant what this request needs.',
        scopes,
      }),
    forbidden: () =>
      refuse(403, {
        error: 'access_denied',
        error_description: 'You have no access to this server.',
      }),
    unavailable: () =>
      refuse(
        503,
        {
          error: 'temporarily_unavailable',
          error_description: 'Access tokens cannot be verified at the moment: try again.',
        },
        { 'Retry-After': RETRY_AFTER_S },
      ),
  };
}

/** Every way to refuse a request. The challenge names the scopes that the request needs. */
export interface Refusals {
  /** The request has no token. The challenge tells the client where to get one. */
  readonly noToken: (scopes: readonly string[]) => Refusal;
  /** The token is invalid. All reasons share one description. */
  readonly invalidToken: (scopes: readonly string[]) => Refusal;
  readonly twoTokens: () => Refusal;
  /** The token lacks scopes. The challenge names all scopes that the request needs. */
  readonly insufficientScope: (scopes: readonly string[]) => Refusal;
  /** Another token would not help, so there is no challenge. */
  readonly forbidden: () => Refusal;
  /** Tokens cannot be verified now. There is no challenge, since it would make the client log in again. */
  readonly unavailable: () => Refusal;
}
