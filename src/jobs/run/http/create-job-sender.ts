import type { Network } from '../../../transport/outgoing/allowed-address.js';
import type { OutgoingReply } from '../../../transport/outgoing/send-request.js';
import type { ServiceAccess } from '../../contract/job-access.js';
import { JobCallError, type PreparedRequest, type SendForJob } from '../../contract/job-reply.js';

import { AccessTokens } from './access-tokens.js';
import { addCredentials } from './add-credentials.js';
import { CallSecrets } from './call-secrets.js';
import { callService, type ServiceRequest } from './call-service.js';
import { toJobReply } from './to-job-reply.js';
import { toTokenSource } from './token-source.js';

const REPLY_MS = 30_000;
/** A state with a result beside it may be larger than the result that a task can have. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Answers to a token that is no longer taken. Airflow answers 403 to one from before its restart. */
const REFUSED_TOKEN: readonly number[] = [401, 403];
const DEFAULT_HEADERS = { accept: 'application/json', 'user-agent': 'temporal-mcp-tasks' };
/** Declared headers that other origins get. Any other header may be a credential. */
const HARMLESS_HEADERS = ['accept', 'content-type', 'range'];

export interface JobSenderOptions {
  readonly accessOf: (tool: string) => ServiceAccess | undefined;
  /** Reads a variable of the environment, or its file. */
  readonly readSecret: (name: string) => string | undefined;
  /** Default: this machine's. Tests pass their own. */
  readonly network?: Network | undefined;
  /** Time for a call with all of its requests, in milliseconds. Default: 30,000. */
  readonly replyMs?: number | undefined;
  /** Default: 4 MiB. */
  readonly maxReplyBytes?: number | undefined;
}

function forbid(message: string): never {
  throw new JobCallError('forbidden', message);
}

/** Returns an address that the access allows. */
function toAllowedUrl(address: string, { origin, otherOrigins }: ServiceAccess): URL {
  if (!URL.canParse(address)) forbid('The request has no valid address.');
  const url = new URL(address);
  if (url.origin !== origin && !otherOrigins.includes(url.origin)) {
    forbid(
      `This job may not call ${url.host || url.protocol}. To allow it, add its origin to "hosts" of the job.`,
    );
  }
  // A user and a password in an address would be sent as credentials.
  url.username = '';
  url.password = '';
  return url;
}

function toHeaders(
  headers: PreparedRequest['headers'],
  isTrusted: boolean,
): Readonly<Record<string, string>> {
  const declared = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => isTrusted || HARMLESS_HEADERS.includes(name));
  // A compressed body would have to be unpacked with limits of its own.
  return { ...DEFAULT_HEADERS, ...Object.fromEntries(declared), 'accept-encoding': 'identity' };
}

/** Where a reply redirects a request to, if it is followed. */
function toRedirect(
  { status, headers: { location } }: OutgoingReply,
  { method, followsRedirects }: PreparedRequest,
  url: URL,
): URL | undefined {
  const isFollowed = followsRedirects === true && method === 'GET' && REDIRECTS.has(status);
  if (!isFollowed || location === undefined || !URL.canParse(location, url.href)) return undefined;
  const next = new URL(location, url);
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    forbid(`${url.host} redirects from https: to ${next.protocol}, which is not followed.`);
  }
  return next;
}

/** Makes the calls of jobs, with the credentials of their tools. */
export function createJobSender({
  accessOf,
  readSecret,
  network = {},
  replyMs = REPLY_MS,
  maxReplyBytes = MAX_REPLY_BYTES,
}: JobSenderOptions): SendForJob {
  const tokens = new AccessTokens();

  return async (request) => {
    const { tool, method, body, tailBytes } = request;
    const access = accessOf(tool);
    if (!access) {
      // Another Worker of the Task Queue may have it.
      const message = `The manifest of the Worker has no tool "${tool}" with a job.`;
      throw new JobCallError('unsent', message);
    }
    const secrets = new CallSecrets(readSecret);
    const limits = { network, signal: AbortSignal.timeout(replyMs), maxReplyBytes, tailBytes };
    const call = async (outgoing: ServiceRequest): Promise<OutgoingReply> =>
      callService(outgoing, access, limits);

    const callWithCredentials = async (outgoing: ServiceRequest): Promise<OutgoingReply> => {
      let token: string | undefined;
      const attempt = async (): Promise<OutgoingReply> => {
        const whole = await addCredentials(
          outgoing,
          access.credentials,
          secrets,
          async (issuer) => {
            const source = toTokenSource(tool, issuer, { secrets, call });
            token = await tokens.get(source, token);
            return token;
          },
        );
        return call(whole);
      };
      const reply = await attempt();
      return token !== undefined && REFUSED_TOKEN.includes(reply.status) ? attempt() : reply;
    };

    let address = request.url;
    let isTrusted = true;
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      const url = toAllowedUrl(address, access);
      // Credentials don't come back after a redirect through another origin, which has chosen the address.
      isTrusted &&= url.origin === access.origin;
      const outgoing = { method, url, headers: toHeaders(request.headers, isTrusted), body };
      const reply = await (isTrusted ? callWithCredentials(outgoing) : call(outgoing));
      const next = toRedirect(reply, request, url);
      if (!next) return toJobReply(reply, url, secrets);
      address = next.href;
    }
    return forbid(`${new URL(request.url).host} redirects more than ${MAX_REDIRECTS} times.`);
  };
}
