/** What both generations have in common on the wire. */
import type { Errand } from '../plan/errand.js';

import type { Outcome, Question, Told } from './peer.js';
import type { Reply } from './wire.js';

const IDEMPOTENCY_KEY = 'temporal-mcp-tasks/idempotency-key';
const TEXT = /^(\S+) asks for word (\d+)/;
/** HTTP and JSON-RPC say so where sending it again later is right. */
const BUSY_STATUSES = [429, 502, 503, 504];
const INTERNAL_ERROR = -32603;

/** Whose question a text is, and which; `undefined` for a text that is none of ours. */
export function toQuestion(address: string, message: unknown): Question | undefined {
  const [, askedBy, number] = TEXT.exec(String(message)) ?? [];
  return askedBy === undefined ? undefined : { address, askedBy, question: Number(number) };
}

/** What a `CallToolResult` says of the Workflow. */
export function toOutcome(result: Readonly<Record<string, unknown>>): Outcome {
  const content = result['structuredContent'] as Outcome | undefined;
  if (typeof content?.token !== 'string') return {};
  return { token: content.token, ...(content.words && { words: content.words }) };
}

/** What came of a request, with the value that its result has. */
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

/** The params of a call, in either generation. */
export function toCallParams(
  { token, steps, fails, continuesAfter, isTask }: Errand,
  idempotencyKey: string | undefined,
): Readonly<Record<string, unknown>> {
  return {
    name: isTask ? 'errand' : 'errand_at_once',
    arguments: { token, steps, fails, ...(continuesAfter !== undefined && { continuesAfter }) },
    ...(idempotencyKey !== undefined && { _meta: { [IDEMPOTENCY_KEY]: idempotencyKey } }),
  };
}
