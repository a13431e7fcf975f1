import type { DeliveryFailure } from '../../core/event/event-delivery.js';
import type { WebhookReply, WebhookSender, WebhookSettings } from '../../core/event/webhook.js';

import {
  AddressRefusedError,
  createCheckedLookup,
  isLoopbackAddress,
  isPublicAddress,
  literalAddress,
  type Resolve,
} from './allowed-address.js';
import { type PostReply, postJson, PostTimeoutError } from './post-json.js';
import { signedHeaders } from './sign-message.js';

const DEFAULT_PORTS = [443, 8443];
/** Error codes of Node.js for a faulty certificate, or for TLS errors of the endpoint. */
const TLS_CODE = /CERT|TLS|SSL|SIGNATURE|ISSUER|SELF_SIGNED|UNABLE_TO_/;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

function isHostListed(hostname: string, hosts: readonly string[]): boolean {
  return hosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}

/** Returns the failure as a public word, without texts of the endpoint. */
function toReason(error: unknown): DeliveryFailure {
  if (error instanceof PostTimeoutError) return 'timeout';
  if (error instanceof AddressRefusedError) return 'connection_refused';
  const { code } = error as { readonly code?: unknown };
  if (code === 'ETIMEDOUT') return 'timeout';
  return typeof code === 'string' && TLS_CODE.test(code) ? 'tls_error' : 'connection_refused';
}

/** Time in milliseconds until an endpoint accepts the next request: seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

function toReply({ status, retryAfter, body }: PostReply, wantsBody: boolean): WebhookReply {
  const retryAfterMs = parseRetryAfter(retryAfter);
  return {
    kind: 'replied',
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(wantsBody && { body }),
  };
}

/** The network for messages. */
export interface Network {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Returns true for public addresses. Default: by the tables of IANA. */
  readonly isPublic?: (address: string) => boolean;
}

/**
 * Creates a sender that follows the settings for endpoints.
 *
 * @param network Default: this machine's. Tests pass their own.
 */
export function createWebhookSender(
  settings: WebhookSettings,
  { resolve, isPublic = isPublicAddress }: Network = {},
): WebhookSender {
  const { ports = DEFAULT_PORTS, hosts, internalAddresses = false } = settings;
  const isAllowed = internalAddresses ? () => true : isPublic;
  const lookup = createCheckedLookup(isAllowed, resolve);
  const isLocal = (url: URL): boolean => {
    const literal = literalAddress(url);
    return settings.loopbackHttp === true && literal !== undefined && isLoopbackAddress(literal);
  };

  const findFault = (url: URL): string | undefined => {
    if (url.protocol === 'http:' && isLocal(url)) return undefined;
    if (url.protocol !== 'https:') return 'has to be an https URL';
    const port = url.port === '' ? 443 : Number(url.port);
    if (!ports.includes(port)) return `has to have one of the ports ${ports.join(', ')}`;
    if (hosts && !isHostListed(url.hostname, hosts)) return 'is of a host that is not allowed here';
    return undefined;
  };

  return {
    findFault,
    async send(target, message, { timeoutMs, maxReplyBytes = 0 }) {
      try {
        const url = new URL(target.url);
        const literal = literalAddress(url);
        const isRefused = literal !== undefined && !isAllowed(literal) && !isLocal(url);
        if (isRefused || findFault(url) !== undefined) {
          throw new AddressRefusedError('Not allowed');
        }
        const headers = signedHeaders(target, message);
        const post = { headers, body: message.body, lookup, timeoutMs, maxReplyBytes };
        return toReply(await postJson(url, post), maxReplyBytes > 0);
      } catch (error) {
        return { kind: 'failed', reason: toReason(error) };
      }
    },
  };
}
