import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';

import type { OutgoingReply } from '../../../transport/outgoing/send-request.js';
import type { OauthCredentials } from '../../contract/job-access.js';
import { JobCallError } from '../../contract/job-reply.js';

import type { ServiceRequest } from './call-service.js';

const MAX_TOKENS = 1_000;
/** Time before its end at which a token is renewed, in milliseconds. */
const EARLY_MS = 30_000;
/** Lifetime of a token whose issuer names none, in milliseconds. A reply 401 renews it earlier. */
const DEFAULT_LIFETIME_MS = 5 * 60_000;

export interface TokenRequest {
  readonly oauth: OauthCredentials;
  readonly clientSecret: string;
  readonly call: (request: ServiceRequest) => Promise<OutgoingReply>;
}

/** Makes the requests of the OAuth library, at the origin of the token endpoint only. */
function toFetch({ oauth, call }: TokenRequest): oidc.CustomFetch {
  const { origin, host } = new URL(oauth.tokenUrl);
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    if (url.origin !== origin) {
      throw new JobCallError('forbidden', `${host} names a token endpoint at another host.`);
    }
    const sent =
      body === undefined || body === null ? {} : { body: String(body as string | URLSearchParams) };
    const reply = await call({ url, method, headers, ...sent });
    if (reply.isCut) throw new JobCallError('unsent', `The reply of ${host} is too large.`);
    const isEmpty = reply.body.byteLength === 0;
    return new Response(isEmpty ? null : reply.body, {
      status: reply.status,
      headers: Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
    });
  };
}

async function configure(request: TokenRequest): Promise<oidc.Configuration> {
  const { oauth, clientSecret } = request;
  const url = new URL(oauth.tokenUrl);
  const authentication = oidc.ClientSecretBasic(clientSecret);
  const fetch = toFetch(request);
  if (url.pathname.includes('/.well-known/')) {
    return oidc.discovery(url, oauth.clientId, undefined, authentication, {
      [oidc.customFetch]: fetch,
      /* eslint-disable-next-line @typescript-eslint/no-deprecated -- Marked so to stand out. callService checks http:. */
      execute: [oidc.allowInsecureRequests],
    });
  }
  const server = { issuer: url.origin, token_endpoint: url.href };
  const configuration = new oidc.Configuration(server, oauth.clientId, undefined, authentication);
  configuration[oidc.customFetch] = fetch;
  /* eslint-disable-next-line @typescript-eslint/no-deprecated -- As above. */
  oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** The API was not called, whatever has become of the request for a token. */
function toTokenError(error: unknown, host: string): JobCallError {
  const {
    cause,
    status,
    error: code,
  } = error as Partial<Record<'cause' | 'status' | 'error', unknown>>;
  const known = [error, cause].find((one) => one instanceof JobCallError);
  if (known)
    return new JobCallError(known.kind === 'forbidden' ? 'forbidden' : 'unsent', known.message);
  const isRefusal = status === 400 || status === 401 || status === 403;
  if (!isRefusal) return new JobCallError('unsent', `${host} gave no token.`);
  const word = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
  return new JobCallError(
    'forbidden',
    `${host} refused a token for the job's client ID and secret${word}.`,
  );
}

async function requestToken(request: TokenRequest) {
  const { scope, audience, tokenUrl } = request.oauth;
  try {
    const tokens = await oidc.clientCredentialsGrant(await configure(request), {
      ...(scope !== undefined && { scope }),
      ...(audience !== undefined && { audience }),
    });
    const seconds = tokens.expiresIn();
    const lifetimeMs = seconds === undefined ? DEFAULT_LIFETIME_MS : seconds * 1000 - EARLY_MS;
    return { token: tokens.access_token, lifetimeMs };
  } catch (error) {
    throw toTokenError(error, new URL(tokenUrl).host);
  }
}

/** Access tokens of client credentials (OAuth), held until shortly before their end. Calls at once share a request. */
export class AccessTokens {
  readonly #tokens = new LRUCache<string, string, TokenRequest>({
    max: MAX_TOKENS,
    fetchMethod: async (_key, _held, { options, context }) => {
      const { token, lifetimeMs } = await requestToken(context);
      options.ttl = Math.max(lifetimeMs, 1);
      return token;
    },
  });

  /** @param refused A token that a service no longer takes. */
  async get(tool: string, request: TokenRequest, refused?: string): Promise<string> {
    const key = JSON.stringify([tool, request.oauth, request.clientSecret]);
    const forceRefresh = refused !== undefined && this.#tokens.get(key) === refused;
    return this.#tokens.forceFetch(key, { context: request, forceRefresh });
  }
}
