/** Signs people in at the authorization server of the accepted tokens: authorization code with PKCE. */
import * as oidc from 'openid-client';

import type { Sealer } from '../../core/sealer.js';
import { isRecord } from '../../core/value/is-record.js';
import { KeptValue } from '../../core/value/kept-value.js';
import { withoutUndefined } from '../../core/value/members.js';
import { onlyString } from '../../core/value/only-string.js';
import { fetchBounded } from '../../transport/outgoing/fetch-bounded.js';

import type { SealedCookie } from './cookies.js';

/** The issuer of the sign-in, and the inbox's client there. */
export interface SignInOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Requested scopes. Absent: {@link baseline}, and `openid` if the issuer knows it. */
  readonly scopes?: readonly string[] | undefined;
  /** Scopes of every request. */
  readonly baseline: readonly string[];
  /** The resource of the token (RFC 8707). */
  readonly resource: string;
  /** The registered redirect URI. */
  readonly redirectUri: string;
}

/** State of a sign-in under way. */
interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string | undefined;
  /** The address after the sign-in. */
  readonly to: string;
}

/** The result of a sign-in. */
export interface SignedIn {
  readonly token: string;
  /** Lifetime of the token, in milliseconds. `undefined`: the issuer does not name it. */
  readonly lifetimeMs: number | undefined;
  readonly to: string;
}

const PURPOSE = 'inbox sign-in';
/** Time for a person to sign in, in milliseconds. */
const LIFETIME_MS = 10 * 60_000;
/** Age from which the issuer's metadata is fetched again, in milliseconds. */
const FRESH_MS = 60 * 60_000;

/** The error of a sign-in that has given no token. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
}

/** Sign-ins of one inbox. Only the browser keeps their state, so that every process can finish them. */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #sealer: Sealer;
  readonly #cookie: SealedCookie;
  readonly #configuration = new KeptValue({
    fetch: async () => discover(this.#options),
    freshMs: FRESH_MS,
    idleMs: Infinity,
  });

  constructor(options: SignInOptions, sealer: Sealer, cookie: SealedCookie) {
    this.#options = options;
    this.#sealer = sealer;
    this.#cookie = cookie;
  }

  /** Begins a sign-in. @throws When the authorization server fails or gives an invalid answer. */
  async begin(
    request: Request,
    to: string,
  ): Promise<{ readonly url: URL; readonly cookies: readonly string[] }> {
    const { resource, redirectUri } = this.#options;
    const configuration = await this.#configuration.get();
    const scopes = this.#scopes(configuration);
    const isOpenId = scopes.includes('openid');
    const begun: Begun = {
      state: oidc.randomState(),
      verifier: oidc.randomPKCECodeVerifier(),
      nonce: isOpenId ? oidc.randomNonce() : undefined,
      to,
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      resource,
      state: begun.state,
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      ...withoutUndefined({
        nonce: begun.nonce,
        scope: scopes.length > 0 ? scopes.join(' ') : undefined,
      }),
    });
    const sealed = await this.#sealer.seal(PURPOSE, begun, { lifetimeMs: LIFETIME_MS });
    return { url, cookies: (await this.#cookie.set(request, sealed, LIFETIME_MS / 1000)) ?? [] };
  }

  /**
   * Finishes a sign-in.
   *
   * @param query The authorization server's reply.
   * @throws {SignInFailed} If the sign-in began in another browser or too long ago, or if the authorization server
   * grants no access.
   */
  async finish(request: Request, query: string): Promise<SignedIn> {
    const { state, verifier, nonce, to } = await this.#readBegun(request);
    const configuration = await this.#configuration.get();
    const url = new URL(this.#options.redirectUri);
    url.search = query;
    try {
      const tokens = await oidc.authorizationCodeGrant(
        configuration,
        url,
        {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...withoutUndefined({ expectedNonce: nonce }),
          idTokenExpected: nonce !== undefined,
        },
        { resource: this.#options.resource },
      );
      const seconds = tokens.expiresIn();
      const lifetimeMs = seconds === undefined ? undefined : seconds * 1000;
      return { token: tokens.access_token, lifetimeMs, to };
    } catch (error) {
      throw new SignInFailed(toReason(error));
    }
  }

  /** Revokes a token, if the authorization server supports that. It waits at most 10 seconds, and ignores errors. */
  async revoke(token: string): Promise<void> {
    try {
      const configuration = await this.#configuration.get();
      if (configuration.serverMetadata().revocation_endpoint === undefined) return;
      await oidc.tokenRevocation(configuration, token);
    } catch {
      // The session has ended anyway, and the token will expire.
    }
  }

  /** Values of `Set-Cookie` that remove the state of a sign-in. */
  async end(request: Request): Promise<readonly string[]> {
    return this.#cookie.clear(request);
  }

  async #readBegun(request: Request): Promise<Begun> {
    const text = await this.#cookie.read(request);
    const begun = text === undefined ? undefined : await this.#sealer.open(PURPOSE, text);
    const { state, verifier, nonce, to } = begun ?? {};
    if (typeof state === 'string' && typeof verifier === 'string' && typeof to === 'string') {
      return { state, verifier, to, nonce: onlyString(nonce) };
    }
    throw new SignInFailed('not begun');
  }

  #scopes(configuration: oidc.Configuration): readonly string[] {
    const { scopes, baseline } = this.#options;
    if (scopes) return scopes;
    const { scopes_supported: supported } = configuration.serverMetadata();
    return Array.isArray(supported) && supported.includes('openid')
      ? [...new Set(['openid', ...baseline])]
      : baseline;
  }
}

const customFetch: oidc.CustomFetch = async (url, { body, headers, method }) =>
  fetchBounded(url, {
    headers,
    method,
    body: (body as RequestInit['body'] | undefined) ?? null,
  });

/** Reads the issuer's metadata: as an OpenID Provider, otherwise as an authorization server (OAuth). */
async function discover({
  issuer,
  clientId,
  clientSecret,
}: SignInOptions): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const authentication =
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  const look = async (algorithm: 'oidc' | 'oauth2'): Promise<oidc.Configuration> =>
    oidc.discovery(url, clientId, undefined, authentication, {
      algorithm,
      [oidc.customFetch]: customFetch,
      /* eslint-disable-next-line @typescript-eslint/no-deprecated -- Marked so to stand out. The manifest takes HTTP of this machine only. */
      execute: url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    });
  try {
    return await look('oidc');
  } catch {
    return look('oauth2');
  }
}

/** Returns the reason of a failure as a code of the protocol, without personal data. */
function toReason(error: unknown): string {
  const { error: word, code } = isRecord(error) ? error : {};
  const reason = typeof word === 'string' ? word : code;
  return typeof reason === 'string' && /^[\w-]{1,60}$/.test(reason) ? reason : 'failed';
}
