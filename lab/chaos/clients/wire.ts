import type { IncomingMessage } from 'node:http';

import { readMessages, send as sendMessage } from '../../wire/http.js';
import type { Message } from '../../wire/message.js';
import { SESSION_HEADER } from '../../wire/revisions.js';
import type { Balancer } from '../world/balancer.js';

import type { Logbook } from './logbook.js';

/**
 * How long a request may take that waits for nothing, in milliseconds: each of the server's calls to Temporal may take
 * 10 s, and few requests make more than two. The rest is for a machine that has more to do.
 */
const REQUEST_BOUND_MS = 45_000;

/** What came of a request. */
export type Reply =
  | {
      readonly kind: 'result';
      readonly result: Readonly<Record<string, unknown>>;
      readonly sessionId?: string;
    }
  | {
      readonly kind: 'error';
      readonly httpStatus: number;
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
    }
  /** Acknowledged, and nothing more: what a notification or a response is answered with. */
  | { readonly kind: 'accepted' }
  /** No answer: nobody knows whether it was carried out. */
  | { readonly kind: 'lost' };

/** A request of one generation. */
export interface WireRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Message;
  /** What it is counted as. */
  readonly name: string;
  /** How long its answer may take, in milliseconds. Default: {@link REQUEST_BOUND_MS}. */
  readonly boundMs?: number;
  /**
   * How long its stream is kept, in milliseconds: then the client drops it, which is no fault of anybody's. Its answer
   * has to begin within the bound all the same. Absent: no stream, the answer has to be whole by then.
   */
  readonly keepMs?: number;
  /** Gets what comes before the reply. */
  readonly onMessage?: (message: Message) => void;
  readonly signal: AbortSignal;
}

/** Sends requests through the balancer, and writes down how they fared. */
export interface Wire {
  send(request: WireRequest): Promise<Reply>;
}

function toReply(
  message: Message | undefined,
  { statusCode: httpStatus = 0, headers }: IncomingMessage,
): Reply {
  const sessionId = headers[SESSION_HEADER];
  if (message?.error) {
    const { code, message: text, data } = message.error;
    return { kind: 'error', httpStatus, code, message: text, data };
  }
  if (message?.result) {
    return {
      kind: 'result',
      result: message.result,
      ...(typeof sessionId === 'string' && { sessionId }),
    };
  }
  if (httpStatus < 300 && !message) return { kind: 'accepted' };
  return { kind: 'error', httpStatus, code: 0, message: 'No message', data: undefined };
}

const OUTCOMES = {
  result: 'answered',
  accepted: 'answered',
  error: 'refused',
  lost: 'lost',
} as const;

/** What is known of a request that is under way. */
interface RequestState {
  replica?: number | undefined;
  /** How this client has ended it. */
  ended?: 'overdue' | 'letGo';
}

/** All clients share one. */
export function createWire(balancer: Balancer, logbook: Logbook): Wire {
  return {
    async send({ headers, body, name, boundMs = REQUEST_BOUND_MS, keepMs, onMessage, signal }) {
      const startedMs = Date.now();
      const enough = new AbortController();
      const state: RequestState = {};
      const bound = setTimeout(() => {
        state.ended = 'overdue';
        enough.abort();
      }, boundMs);
      let keep: NodeJS.Timeout | undefined;
      const onAnswer = (): void => {
        if (keepMs === undefined) return;
        clearTimeout(bound);
        keep = setTimeout(() => {
          state.ended = 'letGo';
          enough.abort();
        }, keepMs);
      };
      let reply: Message | undefined;
      try {
        const response = await sendMessage(`http://127.0.0.1:${balancer.port}/mcp`, body, {
          headers,
          // A connection of its own, so that each request may meet another replica.
          agent: false,
          signal: AbortSignal.any([signal, enough.signal]),
          onConnection: (port) => (state.replica = balancer.replicaOf(port)),
        });
        onAnswer();
        await readMessages(response, response.headers['content-type'], (message) => {
          if (message.method === undefined) reply = message;
          else onMessage?.(message);
        });
        const known = toReply(reply, response);
        logbook.request(name, OUTCOMES[known.kind], Date.now() - startedMs);
        return known;
      } catch {
        const { ended, replica } = state;
        if (ended === 'overdue') {
          logbook.overdue({ method: name, startedMs, endedMs: Date.now(), replica });
        }
        if (ended !== 'letGo' && !signal.aborted) logbook.request(name, ended ?? 'lost', 0);
        return { kind: 'lost' };
      } finally {
        clearTimeout(bound);
        clearTimeout(keep);
      }
    },
  };
}
