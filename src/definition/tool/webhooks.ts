/** `webhooks` of a tool: endpoints that get events of its tasks, for all owners. */
import * as z from 'zod';

import { toJson } from '../../core/value/exact-json.js';
import { EVENT, EVENT_NAMES, QUESTION, type WebhookEvent } from '../event.js';
import { duration, DURATION, flag, key } from '../keys.js';
import { checking, type Fault, type Made, treeOf, within } from '../leaves.js';
import { type Place, withoutInput, withTask } from '../roots.js';

const MAX_URL_LENGTH = 2_048;
const SECRET = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** The new secret and the old one, while a receiver changes. */
const MAX_SECRETS = 2;
const MAX_WEBHOOKS = 20;
const MAX_HEADERS = 20;
/** Matches headers that the server sets in every message, and headers of the connection. */
const OWN_HEADERS =
  /^(content-.*|webhook-.*|host|connection|transfer-encoding|upgrade|te|trailer|expect)$/i;

function isSecret(text: string): boolean {
  const [, base64 = ''] = SECRET.exec(text) ?? [];
  const bytes = Math.floor((base64.length * 3) / 4);
  return base64.length % 4 !== 1 && bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES;
}

function areSecrets(secrets: readonly string[]): boolean {
  return secrets.length <= MAX_SECRETS && secrets.every(isSecret);
}

function isUrl(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    [username, password, hash].every((part) => part === '')
  );
}

const shape = z.strictObject({
  url: z
    .string()
    .refine(isUrl, 'Write an https URL, without a user and without a fragment.')
    .transform((text) => new URL(text).href)
    .describe(
      'The https URL that events are posted to. Internal addresses need internalAddresses.',
    ),
  secret: key(
    z
      .string()
      .transform((text) => text.trim().split(/\s+/))
      .refine(
        areSecrets,
        `Write "whsec_" and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes, best as a variable: \${HOOK_SECRET}. During a change, write the new secret, a blank and the old one.`,
      ),
    'The key of the signature (Standard Webhooks): whsec_ and base64; a variable, which may be in a file (NAME_FILE). Two, separated by a space, sign each message twice. Required without body.',
  ),
  events: key(
    z.array(z.enum(EVENT_NAMES)).min(1, 'Name at least one.'),
    'The events for this endpoint. Default: task.finished; with after, task.input_required.',
  ),
  after: key(
    duration,
    `The endpoint is called about a question only if it is still open after this time: a reminder. ${DURATION}`,
  ),
  body: key(
    treeOf(z.record(z.string(), z.json())),
    'The message in the form of a chat or another service: JSON with texts, { text: "{$event.data.tool} asks" }. { expression: "…" } computes a value. With $question, each question has its own message.',
  ),
  headers: key(
    z
      .record(
        z
          .string()
          .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'Not a valid header name.')
          .refine((name) => !OWN_HEADERS.test(name), 'Every message has this header already.'),
        z.string().regex(/^[\x20-\x7e]*$/, 'A header may contain only printable characters.'),
      )
      .refine(
        (all) => Object.keys(all).length <= MAX_HEADERS,
        `At most ${MAX_HEADERS} are allowed.`,
      ),
    'Headers of every message, by name.',
  ),
  tellOwner: flag(false, 'true: messages name the owner of the task.'),
  tellQuestions: flag(false, 'true: messages have the texts of questions.'),
  internalAddresses: flag(false, 'true: the URL may be in a private network, or http://127.0.0.1.'),
});

type Source = z.output<typeof shape>;

interface Listening {
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly after?: number | undefined;
}

export function eventsOf({ events, after }: Listening): readonly WebhookEvent[] {
  return [
    ...new Set<WebhookEvent>(
      events ?? [after === undefined ? 'task.finished' : 'task.input_required'],
    ),
  ];
}

/** The names that a body may have. A message about an end has no question. */
function placeOfBody(webhook: Source, before: Place): Place {
  const place = withoutInput(withTask(before));
  const asks = eventsOf(webhook).every((name) => name === 'task.input_required');
  const roots = { ...place.roots, event: Object.keys(EVENT.shape) };
  return { ...place, roots: asks ? { ...roots, question: Object.keys(QUESTION.shape) } : roots };
}

/** Matches `http` URLs of loopback addresses, which `internalAddresses` allows. */
const LOOPBACK_HTTP = /^http:\/\/(127(\.\d{1,3}){3}|\[::1\])[:/]/;

const NOT_HTTPS =
  'Must be https. For development, http to 127.0.0.1 is allowed with internalAddresses: true.';
const NO_SECRET =
  'Missing: the key of the signature. Only a message with a "body" of its own may go without.';
const NO_END = 'Only a question waits: write task.input_required alone, or leave "after" out.';
const TWO_KEYS =
  'Another webhook has this URL: an endpoint has one secret and the same headers in both places.';

function check(webhook: Source): readonly Fault[] {
  const { url, secret, after, body, internalAddresses } = webhook;
  const report = (isWrong: boolean, name: keyof Source, message: string): readonly Fault[] =>
    isWrong ? [{ path: [name], message }] : [];
  const isPlain = url.startsWith('http:') && !(internalAddresses && LOOPBACK_HTTP.test(url));
  const waitsForEnd = after !== undefined && eventsOf(webhook).includes('task.finished');
  return [
    ...report(isPlain, 'url', NOT_HTTPS),
    ...report(secret === undefined && body === undefined, 'secret', NO_SECRET),
    ...report(waitsForEnd, 'events', NO_END),
  ];
}

/** Webhooks with one URL that differ in what the endpoint has once. */
function checkUrls(webhooks: readonly Source[]): readonly Fault[] {
  const toOnce = ({ secret, headers }: Source): string => toJson([secret, headers]);
  return webhooks.flatMap((webhook, index) => {
    const first = webhooks.find(({ url }) => url === webhook.url) ?? webhook;
    return toOnce(first) === toOnce(webhook) ? [] : [{ path: [index, 'url'], message: TWO_KEYS }];
  });
}

export const webhooks = checking(
  z.array(within(checking(shape, check), placeOfBody)).max(MAX_WEBHOOKS),
  checkUrls,
);
export type WebhooksSource = z.output<typeof webhooks>;

/** An endpoint. Without `secret`, its messages have no signature; without `body`, the event is the message. */
export type ConfiguredWebhook = Made<Source> & { readonly events: readonly WebhookEvent[] };

export function toWebhooks(own: Made<WebhooksSource> = []): readonly ConfiguredWebhook[] {
  return own.map((webhook) => ({ ...webhook, events: eventsOf(webhook) }));
}
