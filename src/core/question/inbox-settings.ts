/** How people come into the inbox: by the authorization server whose tokens the server takes. */
export interface InboxSignInSettings {
  /** One of `server.auth.issuers`. Absent: the only one. */
  readonly issuer?: string | undefined;
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone secures. */
  readonly clientSecret?: string | undefined;
  /** What is asked for. Absent: `server.auth.scopes`, and `openid` where the issuer knows it. */
  readonly scopes?: readonly string[] | undefined;
}

/** `server.inbox`: pages on which people answer questions and look after their tasks. */
export interface InboxSettings {
  /** Whether this server serves them. */
  readonly enabled: boolean;
  /** Where people open them. Absent: at `/inbox`, beside the MCP endpoint. */
  readonly url?: string | undefined;
  /** Absent: nobody signs in, which is right on loopback only. */
  readonly signIn?: InboxSignInSettings | undefined;
  /** Where Temporal's Web UI is. Absent: nothing leads there. */
  readonly temporalUi?: string | undefined;
}
