import type { OutgoingReply } from '../../../transport/outgoing/send-request.js';
import type { TokenCredentials } from '../../contract/job-access.js';

import type { TokenSource } from './access-tokens.js';
import type { CallSecrets } from './call-secrets.js';
import type { ServiceRequest } from './call-service.js';
import { fillLogin, requestLoginToken } from './login-token.js';
import { requestOauthToken } from './oauth-token.js';

/** Makes the request for the token of a tool's credentials, with the secrets of now. */
export function toTokenSource(
  tool: string,
  credentials: TokenCredentials,
  {
    secrets,
    call,
  }: {
    readonly secrets: CallSecrets;
    readonly call: (request: ServiceRequest) => Promise<OutgoingReply>;
  },
): TokenSource {
  if (credentials.kind === 'login') {
    const { login } = credentials;
    const body = fillLogin(login.json, secrets);
    return {
      key: JSON.stringify([tool, login.url, login.token.text, body]),
      issue: async () => requestLoginToken(login, body, call),
    };
  }
  const { oauth } = credentials;
  const clientSecret = secrets.read(oauth.clientSecret);
  return {
    key: JSON.stringify([tool, oauth, clientSecret]),
    issue: async () => requestOauthToken({ oauth, clientSecret, call }),
  };
}
