import * as oidc from 'openid-client';

import { withoutUndefined } from '../../../core/value/members.js';
import type { OutgoingReply } from '../../../transport/outgoing/send-request.js';
import type { OauthCredentials } from '../../contract/job-access.js';
import { JobCallError } from '../../contract/job-reply.js';

import type { IssuedToken } from './access-tokens.js';
import type { ServiceRequest } from './call-service.js';

/** Time before its end at which a token is renewed, in milliseconds. */
const EARLY_MS = 30_000;

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
  const callError = [error, cause].find((candidate) => candidate instanceof JobCallError);
  if (callError) {
    return new JobCallError(
      callError.kind === 'unanswered' ? 'unsent' : callError.kind,
      callError.message,
    );
  }
  const isRefusal = status === 400 || status === 401 || status === 403;
  if (!isRefusal) return new JobCallError('unsent', `${host} gave no token.`);
  const word = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
  return new JobCallError(
    'unequipped',
    `${host} refused a token for the job's client ID and secret${word}.`,
  );
}

/** Gets a token of client credentials. @throws {JobCallError} */
export async function requestOauthToken(request: TokenRequest): Promise<IssuedToken> {
  const { scope, audience, tokenUrl } = request.oauth;
  try {
    const tokens = await oidc.clientCredentialsGrant(
      await configure(request),
      withoutUndefined({ scope, audience }),
    );
    const seconds = tokens.expiresIn();
    return {
      token: tokens.access_token,
      lifetimeMs: seconds === undefined ? undefined : seconds * 1000 - EARLY_MS,
    };
  } catch (error) {
    throw toTokenError(error, new URL(tokenUrl).host);
  }
}
