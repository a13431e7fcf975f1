/**
 * The limits of everything that a client sends and the server writes: into memos, IDs, headers, sealed texts, log lines
 * and pages. docs/limits.md has this table in words.
 */
import { TaskError, TaskErrorCode } from '../errors.js';

import { cutText } from './cut-text.js';

export interface ClientLimit {
  /** The value, as refusals and docs name it. */
  readonly what: string;
  readonly most: number;
  readonly unit: 'characters' | 'bytes';
  /**
   * The fate of a larger value. A value is refused if a part of it would mean something else, and left out if only the
   * whole value is of use.
   */
  readonly above: 'refused' | 'cut' | 'left out';
}

const KIB = 1_024;

export const CLIENT_LIMITS = {
  message: {
    what: 'message (an HTTP body, or a line over stdio)',
    most: 4_096 * KIB,
    unit: 'bytes',
    above: 'refused',
  },
  form: { what: 'form of the inbox', most: KIB * KIB, unit: 'bytes', above: 'refused' },
  token: { what: 'access token', most: 8 * KIB, unit: 'characters', above: 'refused' },
  principal: { what: 'name of a principal', most: 512, unit: 'characters', above: 'refused' },
  workflowClaims: {
    what: 'claims of `workflowClaims`, together',
    most: 4 * KIB,
    unit: 'bytes',
    above: 'refused',
  },
  progressToken: {
    what: 'progress token (`_meta.progressToken`)',
    most: KIB,
    unit: 'characters',
    above: 'refused',
  },
  idempotencyKey: {
    what: 'idempotency key (`_meta.temporal-mcp-tasks/idempotency-key`)',
    most: 256,
    unit: 'characters',
    above: 'refused',
  },
  arguments: { what: 'arguments', most: KIB * KIB, unit: 'bytes', above: 'refused' },
  answer: { what: 'answer to a question', most: 256 * KIB, unit: 'bytes', above: 'refused' },
  startAnswers: {
    what: 'JSON of all answers before a start',
    most: 64 * KIB,
    unit: 'characters',
    above: 'refused',
  },
  clientTaskId: {
    what: "ID of a client's own task",
    most: KIB,
    unit: 'characters',
    above: 'refused',
  },
  ownWorkflowId: {
    what: 'Workflow ID that `workflow.id` makes',
    most: 200,
    unit: 'characters',
    above: 'refused',
  },
  searchAttribute: {
    what: 'value for `workflow.searchAttributes`',
    most: 2 * KIB,
    unit: 'bytes',
    above: 'refused',
  },
  memo: { what: 'value for `workflow.memo`', most: 32 * KIB, unit: 'bytes', above: 'refused' },
  summary: { what: '`workflow.summary`', most: 100, unit: 'characters', above: 'cut' },
  details: { what: '`workflow.details`', most: 5_000, unit: 'characters', above: 'cut' },
  cancelReason: {
    what: 'reason of a cancellation',
    most: 1_000,
    unit: 'characters',
    above: 'cut',
  },
  clientName: {
    what: 'name of the client (`clientInfo.name`)',
    most: 64,
    unit: 'characters',
    above: 'cut',
  },
  shownName: {
    what: 'name or e-mail address on a page',
    most: 200,
    unit: 'characters',
    above: 'left out',
  },
  tracestate: { what: '`tracestate`', most: 512, unit: 'characters', above: 'left out' },
  correlationId: { what: '`X-Request-Id`', most: 128, unit: 'characters', above: 'left out' },
  quoted: { what: 'value in a message', most: 200, unit: 'characters', above: 'cut' },
  loggedId: {
    what: 'ID of a request or task in logs and traces',
    most: 128,
    unit: 'characters',
    above: 'cut',
  },
  loggedClaim: {
    what: 'value of a token in the log',
    most: 300,
    unit: 'characters',
    above: 'cut',
  },
  audited: { what: 'text in the audit log', most: 256, unit: 'characters', above: 'cut' },
  auditedPrincipal: {
    what: 'name of a principal in the audit log',
    most: KIB,
    unit: 'characters',
    above: 'cut',
  },
} as const satisfies Readonly<Record<string, ClientLimit>>;

export type ClientLimitName = keyof typeof CLIENT_LIMITS;

type Kept<Name extends ClientLimitName> =
  string | ((typeof CLIENT_LIMITS)[Name]['above'] extends 'left out' ? undefined : never);

/**
 * Applies the limit of a text: returns it whole, cut or, if the table leaves it out, `undefined`.
 *
 * @throws {TaskError} `invalidParams` for a text that the table refuses.
 */
export function limitText<Name extends ClientLimitName>(name: Name, text: string): Kept<Name>;
export function limitText(name: ClientLimitName, text: string): string | undefined {
  const { what, most, above }: ClientLimit = CLIENT_LIMITS[name];
  if (text.length <= most) return text;
  switch (above) {
    case 'cut':
      return cutText(text, most);
    case 'left out':
      return undefined;
    case 'refused':
      throw new TaskError(
        TaskErrorCode.invalidParams,
        `Invalid params: the ${what.replaceAll('`', '')} has ${text.length} characters. The limit is ${most}.`,
      );
  }
}
