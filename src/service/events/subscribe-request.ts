/** Parses the endpoint in the params of `events/subscribe` and `events/unsubscribe`. */
import type { WebhookSender } from '../../core/event/webhook.js';
import { isRecord } from '../../core/value/is-record.js';
import { invalidParams, type Params } from '../../core/value/request-params.js';

import { EventErrorName, type EventErrors } from './event-errors.js';

const MAX_URL_LENGTH = 2_048;
const SECRET = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const MIN_TTL_MS = 5 * 60_000;
const DEFAULT_TTL_MS = 60 * 60_000;
/** Maximum granted time. A refresh is needed every day, since only a refresh detects revocations elsewhere. */
const MAX_TTL_MS = 24 * 60 * 60_000;

/** The endpoint of a subscription. */
export interface RequestedDelivery {
  readonly url: string;
  readonly secret: string;
}

function readDelivery({ delivery }: Params): Params {
  if (isRecord(delivery)) return delivery;
  throw invalidParams('"delivery" must be an object with "mode", "url" and "secret".');
}

/** Parses the URL. Its path and query may be secret, so messages leave them out. */
function parseUrl(value: unknown): URL {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) {
    throw invalidParams(
      `"delivery.url" must be an absolute URL of at most ${MAX_URL_LENGTH} characters.`,
    );
  }
  return new URL(value);
}

/** @throws {TaskError} `invalidParams` for a URL with a user or a fragment, or one that the sender does not allow. */
function checkUrl(url: URL, sender: WebhookSender): void {
  const fault =
    url.username !== '' || url.password !== ''
      ? 'must have no user'
      : url.hash !== ''
        ? 'must have no fragment'
        : sender.findFault(url);
  if (fault !== undefined) throw invalidParams(`"delivery.url" ${fault}.`);
}

function parseSecret(value: unknown): string {
  const [, base64 = ''] = typeof value === 'string' ? (SECRET.exec(value) ?? []) : [];
  const bytes = Math.floor((base64.length * 3) / 4);
  const isWhole = base64.length % 4 !== 1;
  if (isWhole && bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES) return String(value);
  throw invalidParams(
    `"delivery.secret" must be "whsec_" and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes.`,
  );
}

/**
 * Parses the delivery of a subscription.
 *
 * @throws {JsonRpcError} `Unsupported` for a mode other than webhooks.
 * @throws {TaskError} `invalidParams` with the name of the invalid member.
 */
export function parseDelivery(
  params: Params,
  { sender, errors }: { readonly sender: WebhookSender; readonly errors: EventErrors },
): RequestedDelivery {
  const { mode = 'webhook', url: given, secret } = readDelivery(params);
  if (mode !== 'webhook') {
    throw errors(EventErrorName.unsupported, { feature: 'deliveryMode', value: mode });
  }
  const url = parseUrl(given);
  checkUrl(url, sender);
  return { url: url.href, secret: parseSecret(secret) };
}

/** Parses the URL of a subscription to end, also if new subscriptions could not have this URL. */
export function parseEndedUrl(params: Params): string {
  return parseUrl(readDelivery(params)['url']).href;
}

/** The granted time of a subscription, in milliseconds: the requested time within bounds. Never throws. */
export function toGrantedMs({ ttlMs }: Params): number {
  if (ttlMs === null) return MAX_TTL_MS;
  if (typeof ttlMs !== 'number' || Number.isNaN(ttlMs)) return DEFAULT_TTL_MS;
  return Math.min(Math.max(ttlMs, MIN_TTL_MS), MAX_TTL_MS);
}
