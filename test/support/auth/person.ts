import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';

/** The redirect URI of clients. Nothing listens there: the browser reads the redirect itself. */
const REDIRECT = 'http://127.0.0.1:1/callback';
const MAX_STEPS = 20;

/** The first group of a pattern in a text. */
function find(text: string, pattern: RegExp): string {
  return (pattern.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
}

/** A browser that supports forms and cookies only. */
class Browser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects, and fills in the forms of an authorization server, until it redirects to the client. */
  async logIn(url: URL, login: string): Promise<URL> {
    let next = url;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const response = await this.#fetch(next, form);
      const location = response.headers.get('location');
      if (location?.startsWith(REDIRECT)) return new URL(location);
      const page = await response.text();
      if (location !== null) {
        [next, form] = [new URL(location, next), undefined];
        continue;
      }
      const prompt = find(page, /name="prompt" value="(login|consent)"/);
      if (prompt === '') throw new Error(`No form: HTTP ${response.status} ${page.slice(0, 500)}`);
      next = new URL(find(page, /action="([^"]+)"/), next);
      form = new URLSearchParams({ prompt, login, password: 'any' });
    }
    throw new Error('The login has no end.');
  }

  async #fetch(url: URL, body: URLSearchParams | undefined): Promise<Response> {
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...(body && { method: 'POST', body }),
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

/** A person with a browser and a client of an official SDK, which knows only the URL of an MCP server. */
export class Person implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    redirect_uris: [REDIRECT],
    client_name: 'some client',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  /** URLs to which the client has sent the person. */
  readonly asked: URL[] = [];
  /** Parameters that the authorization server sent back with the person. */
  back = new URLSearchParams();
  readonly #browser = new Browser();
  readonly #login: string;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #discovered: unknown;

  constructor(login: string) {
    this.#login = login;
  }

  get accessToken(): string {
    return this.#tokens?.access_token ?? '';
  }

  get refreshToken(): string {
    return this.#tokens?.refresh_token ?? '';
  }

  get clientId(): string {
    return this.#client?.client_id ?? '';
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#client;
  }
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }
  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  /** Keeps what SDK 2 knows of the authorization server between the two halves of a login. */
  saveDiscoveryState(state: unknown): void {
    this.#discovered = state;
  }
  discoveryState(): never {
    return this.#discovered as never;
  }
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url);
    this.back = (await this.#browser.logIn(url, this.#login)).searchParams;
  }
}
