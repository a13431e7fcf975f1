/** Descriptions of the keys of `server.inbox`. */
import { describe, type Described } from '../describe-keys.js';

import { inboxSchema, inboxSignInSchema } from './inbox-schema.js';

/** `server.inbox`. */
export const INBOX_KEYS: readonly Described[] = [
  describe(inboxSchema, {
    enabled: 'Whether this server has an inbox: pages on which people answer. Default: true.',
    url: 'Where people open it: https://tasks.example.com/inbox. Default: /inbox beside server.auth.resource.',
    signIn: 'How people sign in. Needed with server.auth; without, this machine alone may open it.',
    temporalUi: 'The address of Temporal’s Web UI, for links to it. Default: there are none.',
  }),
  describe(inboxSignInSchema, {
    issuer: 'One of server.auth.issuers. Default: the only one.',
    clientId: 'The client that the inbox is registered as.',
    clientSecret: 'Its secret: ${NAME}, which may be in a file. Default: a public client.',
    scopes: 'What is asked for. Default: server.auth.scopes, and openid where the issuer knows it.',
  }),
];
