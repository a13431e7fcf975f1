/**
 * The events of a task: what a webhook gets, as its endpoint reads it and as its `body` may name it. A member that
 * stands here is in the type of the event, in the check of names, and on docs/webhooks.md.
 */
import * as z from 'zod';

const PRINCIPAL = z.object({
  kind: z.string(),
  issuer: z.string().optional(),
  subject: z.string(),
});

/** An open question: `requests` of an event, and `$question`. */
const REQUEST = z.object({
  key: z.string(),
  kind: z.enum(['form', 'url', 'sampling']),
  askedAt: z.string().optional(),
  answerBy: z.string().optional(),
  page: z.string().optional(),
});
export const QUESTION = REQUEST.extend({ message: z.string().optional() });

const COMMON = z.object({
  taskId: z.string(),
  tool: z.string(),
  statusMessage: z.string().optional(),
  /** With `tellOwner`. */
  owner: PRINCIPAL.optional(),
});

/** `data` of each event, by its name. */
export const EVENT_DATA = {
  'task.finished': COMMON.extend({
    status: z.string(),
    isError: z.literal(true).optional(),
    createdAt: z.string(),
    finishedAt: z.string(),
  }),
  'task.input_required': COMMON.extend({ requests: z.array(QUESTION) }),
} as const;

export type WebhookEvent = keyof typeof EVENT_DATA;
export type EventData<Name extends WebhookEvent = WebhookEvent> = z.output<
  (typeof EVENT_DATA)[Name]
>;
export type EventQuestion = z.output<typeof QUESTION>;

export const EVENT_NAMES = Object.keys(EVENT_DATA) as [WebhookEvent, ...WebhookEvent[]];

export const EVENT = z.object({
  /** The same for equal events, from every process. */
  eventId: z.string(),
  name: z.enum(EVENT_NAMES),
  /** ISO 8601. */
  timestamp: z.string(),
  data: z.union([EVENT_DATA['task.finished'], EVENT_DATA['task.input_required']]),
});
