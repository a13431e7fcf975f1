/** An authorization server that gives a token for any code, for sign-ins without a person. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CodeIssuer {
  readonly issuer: string;
  readonly close: () => Promise<void>;
}

/**
 * @param token The access token that it gives.
 * @param lifetimeS Lifetime of the token in seconds, as it tells clients. Default: 5 minutes.
 */
export async function startCodeIssuer(token: string, lifetimeS = 300): Promise<CodeIssuer> {
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const issuer = `http://${host}`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
    };
    const tokens = { access_token: token, token_type: 'Bearer', expires_in: lifetimeS };
    request.resume();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(request.url === '/token' ? tokens : metadata));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
