/** `webhooks` of a tool: endpoints that get events of its tasks. */
import * as z from 'zod';

import { type Reading, valueOf } from '../../core/mapping/expression.js';
import { fillTree, type JsonTree } from '../../core/mapping/json-tree.js';
import { toText } from '../../core/mapping/misfit.js';
import { showText, soleExpression } from '../../core/mapping/text.js';
import { type ConfiguredWebhook, type WebhookBody } from '../../core/tool/configured-webhook.js';
import { toJson } from '../../core/value/exact-json.js';
import { showHidden } from '../../core/value/quote.js';
import {
  EVENT,
  EVENT_DATA,
  EVENT_NAMES,
  QUESTION,
  type WebhookEvent,
} from '../../definition/event.js';
import { duration, DURATION, key } from '../../definition/keys.js';
import type { Written } from '../../definition/leaves.js';
import { NOWHERE, type Place, withoutInput, withTask } from '../../definition/roots.js';
import { checkWritten, readsIn } from '../compile/check-names.js';
import { compiler } from '../compile/compile-text.js';
import { textsInTree } from '../compile/texts-in-tree.js';
import type { LocatedProblem } from '../manifest-error.js';

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

function toSecrets(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function areSecrets(text: string): boolean {
  const secrets = toSecrets(text);
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

const webhook = z.strictObject({
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
    z.record(z.string(), z.json()),
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
  tellOwner: key(z.boolean(), 'true: messages name the owner of the task. Default: false.'),
  tellQuestions: key(z.boolean(), 'true: messages have the texts of questions. Default: false.'),
  internalAddresses: key(
    z.boolean(),
    'true: the URL may be in a private network, or http://127.0.0.1. Default: false.',
  ),
});

export const webhooksSchema = z.array(webhook).max(MAX_WEBHOOKS);
type WebhooksSource = z.output<typeof webhooksSchema>;
type WebhookSource = WebhooksSource[number];

function eventsOf({ events, after }: WebhookSource): readonly WebhookEvent[] {
  return events ?? [after === undefined ? 'task.finished' : 'task.input_required'];
}

/** The names that a body may have. A message about an end has no question. */
function placeOfBody(webhook: WebhookSource, before: Place): Place {
  const place = withoutInput(withTask(before));
  const asks = eventsOf(webhook).every((name) => name === 'task.input_required');
  const roots = { ...place.roots, event: Object.keys(EVENT.shape) };
  return { ...place, roots: asks ? { ...roots, question: Object.keys(QUESTION.shape) } : roots };
}

/** The texts and expressions of a body. */
function textsOfBody(
  { body }: Pick<WebhookSource, 'body'>,
  path: readonly PropertyKey[],
  place: Place,
): readonly Written[] {
  return textsInTree(body, { path: [...path, 'body'], kind: 'text', place });
}

function toBody(body: JsonTree): WebhookBody {
  const reads = readsIn(textsOfBody({ body: body as never }, [], NOWHERE));
  return {
    isOfQuestion: reads.some(({ root }) => root === 'question'),
    fill: async (scope) => {
      const missing: string[] = [];
      const ofExpression = async (text: string) => valueOf(compiler.expression(text), scope);
      const value = await fillTree(body, {
        ofExpression,
        ofText: async (written) => {
          const text = compiler.text(written);
          const sole = soleExpression(text);
          if (sole) {
            const one = await valueOf(sole, scope);
            return typeof one === 'string' ? showHidden(one) : one;
          }
          const shown = await showText(text, scope, (one) => showHidden(toText(one)));
          missing.push(...shown.missing);
          return shown.text;
        },
      });
      return { value, missing };
    },
  };
}

/** The webhooks of a tool, with every default filled in. */
export function toWebhooks(webhooks: WebhooksSource = []): readonly ConfiguredWebhook[] {
  return webhooks.map((webhook) => {
    const { url, secret, after: afterMs, body, ...others } = webhook;
    const { headers, tellOwner, tellQuestions, internalAddresses } = others;
    return {
      url,
      afterMs,
      body: body && toBody(body),
      headers,
      tellOwner,
      tellQuestions,
      internalAddresses,
      secrets: secret === undefined ? [] : toSecrets(secret),
      events: [...new Set(eventsOf(webhook))],
    };
  });
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

/** Why no event of a webhook has a member of `data`; `undefined` if one has it. */
function findNever(name: string, webhook: WebhookSource): string | undefined {
  const events = eventsOf(webhook);
  const members = new Set(events.flatMap((event) => Object.keys(EVENT_DATA[event].shape)));
  if (name === 'owner' && !webhook.tellOwner)
    return '$event.data has an owner only with tellOwner: write "tellOwner: true", too.';
  if (members.has(name)) return undefined;
  const known = [...members].filter((member) => member !== 'owner' || webhook.tellOwner);
  return `$event.data has no "${name}" in ${events.join(' or ')}. It has ${known.join(', ')}.`;
}

/** Finds names of `$event.data` that the events of a webhook never have. */
function checkData(written: readonly Written[], webhook: WebhookSource): LocatedProblem[] {
  return written.flatMap((one) =>
    readsIn([one]).flatMap(({ root, path: [data, name] }) => {
      const isOfData = root === 'event' && data === 'data' && name !== undefined;
      const message = isOfData ? findNever(name, webhook) : undefined;
      return message === undefined ? [] : [{ path: one.path, message }];
    }),
  );
}

/** Types of texts in which a chat reads marks: links, and mentions of everybody. */
const MARKED_UP: readonly unknown[] = ['mrkdwn', 'markdown', 'lark_md', 'TextBlock'];
const FOREIGN_MARKUP =
  'A text of a caller can add links and mentions here, since a chat reads its marks: write "type: plain_text" for it, or "TextRun" in a card.';

/** Members of an event with texts of callers, Workflows and issuers. */
const FOREIGN_DATA: readonly unknown[] = [undefined, 'statusMessage', 'owner', 'requests'];

/** Returns true for a value that others have written. */
function isForeign({ root, path: [member, name] }: Reading): boolean {
  if (root === 'question') return member === undefined || member === 'message';
  const isData = member === undefined || (member === 'data' && FOREIGN_DATA.includes(name));
  return root === 'caller' || (root === 'event' && isData);
}

/** Maps of a body whose text a chat reads as markup, with values of others in it. */
function findMarkup(value: unknown, path: readonly PropertyKey[]): LocatedProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    findMarkup(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  const { type, ...others } = value as Readonly<Record<string, unknown>>;
  if (!MARKED_UP.includes(type)) return inner;
  const foreign = textsInTree(others, { path, kind: 'text', place: NOWHERE }).find((one) =>
    readsIn([one]).some(isForeign),
  );
  return foreign ? [...inner, { path: foreign.path, message: FOREIGN_MARKUP }] : inner;
}

export function warnOfWebhooks(
  webhooks: WebhooksSource = [],
  toolPath: readonly PropertyKey[],
): readonly LocatedProblem[] {
  return webhooks.flatMap(({ body }, index) =>
    findMarkup(body, [...toolPath, 'webhooks', index, 'body']),
  );
}

/** @param before The place before the start. */
export function checkWebhooks(
  webhooks: WebhooksSource = [],
  before: Place,
  toolPath: readonly PropertyKey[],
): LocatedProblem[] {
  return webhooks.flatMap((webhook, index) => {
    const path = [...toolPath, 'webhooks', index];
    const { url, secret, headers, after, body, internalAddresses = false } = webhook;
    const report = (isWrong: boolean, name: string, message: string): LocatedProblem[] =>
      isWrong ? [{ path: [...path, name], message }] : [];
    const isPlain = url.startsWith('http:') && !(internalAddresses && LOOPBACK_HTTP.test(url));
    const first = webhooks.find((other) => other.url === url) ?? webhook;
    const isSame = toJson([first.secret, first.headers]) === toJson([secret, headers]);
    const written = textsOfBody(webhook, path, placeOfBody(webhook, before));
    return [
      ...report(isPlain, 'url', NOT_HTTPS),
      ...report(!isSame, 'url', TWO_KEYS),
      ...report(secret === undefined && body === undefined, 'secret', NO_SECRET),
      ...report(
        after !== undefined && eventsOf(webhook).includes('task.finished'),
        'events',
        NO_END,
      ),
      ...checkWritten(written),
      ...checkData(written, webhook),
    ];
  });
}
