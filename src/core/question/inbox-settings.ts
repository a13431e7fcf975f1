/** Sign-in to the inbox, at an authorization server of `server.auth`. */
export interface InboxSignInSettings {
  /** An issuer of `server.auth.issuers`. Absent: the only issuer. */
  readonly issuer?: string | undefined;
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone secures. */
  readonly clientSecret?: string | undefined;
  /** Requested scopes. Absent: `server.auth.scopes`, and `openid` if the issuer knows it. */
  readonly scopes?: readonly string[] | undefined;
}

/** `server.inbox`: pages on which people answer questions and follow their tasks. */
export interface InboxSettings {
  readonly enabled: boolean;
  /** URL of the pages for people. Absent: `/inbox`, beside the MCP endpoint. */
  readonly url?: string | undefined;
  /** Absent: people do not sign in, which is safe on loopback only. */
  readonly signIn?: InboxSignInSettings | undefined;
  /** URL of Temporal's Web UI. Absent: pages have no links to it. */
  readonly temporalUi?: string | undefined;
}
