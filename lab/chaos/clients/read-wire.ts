/** The parts of messages that both generations share. */
import { DEADLINE_TOOL, type Errand } from '../plan/errand.js';

import type { Outcome, Question, Told } from './peer.js';
import type { Reply } from './wire.js';

const IDEMPOTENCY_KEY = 'temporal-mcp-tasks/idempotency-key';
const TEXT = /^"?([^\s"]+)"? asks for word (\d+)/;
/** HTTP statuses after which a client may repeat a request. -32603 allows it, too, except with "Internal error". */
const BUSY_STATUSES = [429, 502, 503, 504];
const INTERNAL_ERROR = -32603;
/** Jobs are longer than errands, so that faults and cancellations come while they run. */
const JOB_LENGTH = 3;
/** The deadline of a question that is answered, in milliseconds: a clock an hour ahead is beyond it. */
const LONG_BEFORE_MS = 20 * 60_000;

/** Parses a question's text. Returns `undefined` for a text of another Workflow. */
export function toQuestion(address: string, message: unknown): Question | undefined {
  const [, askedBy, number] = TEXT.exec(String(message)) ?? [];
  return askedBy === undefined ? undefined : { address, askedBy, question: Number(number) };
}

/** Reads the Workflow's result from a `CallToolResult`. */
export function toOutcome(result: Readonly<Record<string, unknown>>): Outcome {
  const content = result['structuredContent'] as Outcome | undefined;
  if (typeof content?.token !== 'string') return {};
  return { token: content.token, ...(content.words && { words: content.words }) };
}

/** Converts a reply, with the value that `read` gets from its result. */
export function toTold<Value>(
  reply: Reply,
  read: (result: Readonly<Record<string, unknown>>) => Value,
): Told<Value> {
  switch (reply.kind) {
    case 'result':
      return { kind: 'told', value: read(reply.result) };
    case 'accepted':
      return { kind: 'told', value: read({}) };
    case 'lost':
      return { kind: 'lost' };
    case 'error': {
      const { httpStatus, code, message } = reply;
      const isUnforeseen = message.startsWith('Internal error');
      const isBusy =
        !isUnforeseen && (BUSY_STATUSES.includes(httpStatus) || code === INTERNAL_ERROR);
      return isBusy
        ? { kind: 'busy' }
        : { kind: 'refused', why: `${message} (${code}, HTTP ${httpStatus})` };
    }
  }
}

/** Makes the params of a call, for both generations. */
export function toCallParams(
  { token, steps, fails, continuesAfter, isTask, job, declinedAfterMs }: Errand,
  idempotencyKey: string | undefined,
): Readonly<Record<string, unknown>> {
  const ms = JOB_LENGTH * steps.reduce((sum, step) => sum + step.ms, 0);
  const own = { token, steps, fails, ...(continuesAfter !== undefined && { continuesAfter }) };
  const ownTool = isTask ? 'errand' : 'errand_at_once';
  const ofJob =
    job === DEADLINE_TOOL ? { withinMs: declinedAfterMs ?? LONG_BEFORE_MS } : { fails, ms };
  return {
    name: job === 'none' ? ownTool : job,
    arguments: job === 'none' ? own : { token, ...ofJob },
    ...(idempotencyKey !== undefined && { _meta: { [IDEMPOTENCY_KEY]: idempotencyKey } }),
  };
}
