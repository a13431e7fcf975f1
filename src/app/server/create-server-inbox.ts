import type { Logger } from '../../core/logger.js';
import type { AuthSettings } from '../../core/person/auth-settings.js';
import type { Identify } from '../../core/person/caller.js';
import { toApproverWords } from '../../core/question/approvers.js';
import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { findSignInProblem, signInIssuer } from '../../core/question/inbox-sign-in.js';
import { INBOX_PATH, type WebPages } from '../../core/question/web-pages.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { createPaths } from '../../inbox/html/inbox-paths.js';
import type { Manifest } from '../../manifest/manifest.js';
import { LOCAL_HOSTS } from '../../transport/http/loopback-hosts.js';

import { newestProtocol } from './create-generations.js';
import type { ServerGate } from './create-server-gate.js';

/** An inbox whose address may be known only after the server listens. */
export interface ServedInbox {
  /** The settings. Their `url` is set when the address is known. */
  readonly settings: InboxSettings;
  /**
   * Sets the server's address. Links to questions lead to it unless the settings have a URL.
   *
   * @returns The URL of the inbox; `undefined` if the inbox is off.
   */
  readonly listensAt: (mcpUrl: string) => string | undefined;
}

/**
 * @param inbox `server.inbox`.
 * @param resource The resource of tokens; the inbox is next to its path. Absent: the server does not ask for tokens.
 */
export function createServedInbox(inbox: InboxSettings, resource: string | undefined): ServedInbox {
  let url = inbox.url ?? (resource === undefined ? undefined : new URL('inbox', resource).href);
  return {
    settings: {
      ...inbox,
      get url() {
        return url;
      },
    },
    listensAt: (mcpUrl) => {
      if (!inbox.enabled) return undefined;
      url ??= new URL(INBOX_PATH, mcpUrl).href;
      return url;
    },
  };
}

/** Returns the page of a task in an inbox; `undefined` if the inbox is off or its address is not known yet. */
export function toTaskPage(inbox: InboxSettings | undefined, taskId: string): string | undefined {
  if (!inbox?.enabled || inbox.url === undefined) return undefined;
  return createPaths(inbox.url.replace(/\/+$/, '')).task(taskId);
}

export interface ServerInboxOptions {
  readonly manifest: Manifest;
  /** Absent: the manifest has no inbox. */
  readonly inbox: InboxSettings | undefined;
  /** `undefined`: the server does not ask for tokens. */
  readonly gate: ServerGate | undefined;
  /** Accepted values of `Host`. Absent: this machine's names. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  /** The server can tell callers apart. */
  readonly canList: boolean;
  readonly namespace: string;
}

interface ProgramOptions {
  /** Names the caller on a server without tokens. */
  readonly identify?: Identify | undefined;
  readonly logger?: Logger | undefined;
}

/** @throws {Error} If the server cannot tell the inbox's users apart, or they cannot sign in. */
function assertUsable(
  inbox: InboxSettings,
  { gate, allowedHosts = LOCAL_HOSTS }: ServerInboxOptions,
  hasIdentify: boolean,
): void {
  const auth = gate?.settings;
  if (auth) {
    const problem = findSignInProblem(
      inbox,
      auth.issuers.map(({ issuer }) => issuer),
    );
    if (problem !== undefined) throw new Error(`server.inbox: ${problem}`);
    return;
  }
  if (inbox.signIn) {
    throw new Error(
      'server.inbox.signIn: the server accepts no tokens, so nobody can sign in. Configure "server.auth".',
    );
  }
  if (hasIdentify || allowedHosts.every((host) => LOCAL_HOSTS.includes(host))) return;
  throw new Error(
    'server.inbox: everybody who reaches this server under another name than this machine’s could answer all questions. Configure "server.auth", or switch the inbox off.',
  );
}

function toSignIn(inbox: InboxSettings, auth: AuthSettings | undefined) {
  const { signIn } = inbox;
  const issuers = auth?.issuers.map(({ issuer }) => issuer) ?? [];
  const issuer = signInIssuer(inbox, issuers);
  if (!auth || !signIn || issuer === undefined || auth.resource === undefined) return undefined;
  const { clientId, clientSecret, scopes } = signIn;
  return { issuer, clientId, clientSecret, scopes, baseline: auth.scopes, resource: auth.resource };
}

async function makeInbox(
  inbox: InboxSettings,
  { manifest, gate, tasks, sealer, canList, namespace }: ServerInboxOptions,
  logger: Logger | undefined,
): Promise<WebPages> {
  const auth = gate?.settings;
  const { createInbox } = await import('../../inbox/create-inbox.js');
  const { temporalUi } = inbox;
  return createInbox({
    tasks,
    sealer,
    canList,
    protocol: newestProtocol,
    logger,
    // Without tokens the server does not know the user's identity, so there are no approvals.
    hasApprovers: gate !== undefined,
    name: manifest.server.title ?? manifest.server.name,
    url: inbox.url,
    signIn: toSignIn(inbox, auth),
    hasSeveralIssuers: (auth?.issuers.length ?? 0) > 1,
    toolTitle: (name) => manifest.tools.get(name)?.shown.title ?? name,
    approversOf: (name) => {
      const approvers = manifest.tools.get(name)?.access.approvers;
      return approvers && toApproverWords(approvers);
    },
    temporalUrl: (taskId) => {
      if (temporalUi === undefined) return undefined;
      const path = [namespace, taskId].map(encodeURIComponent);
      return `${temporalUi.replace(/\/+$/, '')}/namespaces/${path[0] ?? ''}/workflows/${path[1] ?? ''}`;
    },
  });
}

/**
 * Returns `undefined` if the manifest has no inbox.
 *
 * @throws {Error} If the server cannot tell the inbox's users apart, or they cannot sign in.
 */
export async function createServerInbox(
  { identify, logger }: ProgramOptions,
  options: ServerInboxOptions,
): Promise<WebPages | undefined> {
  const { inbox } = options;
  if (!inbox?.enabled) return undefined;
  assertUsable(inbox, options, identify !== undefined);
  return makeInbox(inbox, options, logger);
}

/**
 * Refuses an inbox without sign-in on a server that other machines reach.
 *
 * @throws {Error} If the manifest has such an inbox.
 */
export function assertInboxMayListen(
  inbox: InboxSettings | undefined,
  { isLoopback, asksForTokens }: { readonly isLoopback: boolean; readonly asksForTokens: boolean },
): void {
  if (!inbox?.enabled || isLoopback || asksForTokens) return;
  throw new Error(
    'server.inbox is on, but people would not have to sign in. Configure "server.auth", serve on 127.0.0.1, or switch the inbox off.',
  );
}
