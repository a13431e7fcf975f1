import type { IncomingMessage } from 'node:http';

import { readMessages, send as sendMessage } from '../../wire/http.js';
import type { Message } from '../../wire/message.js';
import { SESSION_HEADER } from '../../wire/revisions.js';
import type { Balancer } from '../world/balancer.js';

import type { Logbook } from './logbook.js';

/**
 * Bound of a request that doesn't wait, in milliseconds. Each call of the server to Temporal may take
 * 10 s, and few requests make more than two. The rest is for a busy machine.
 */
const REQUEST_BOUND_MS = 45_000;

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
  /** The acknowledgement of a notification or a response. */
  | { readonly kind: 'accepted' }
  /** No answer: the client doesn't know if the server carried it out. */
  | { readonly kind: 'lost' };

export interface WireRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Message;
  /** The name under which it is counted. */
  readonly name: string;
  /** Time limit of the answer, in milliseconds. Default: {@link REQUEST_BOUND_MS}. */
  readonly boundMs?: number;
  /**
   * Time after which the client drops the stream, in milliseconds. This is no failure. The answer
   * must begin within the bound nevertheless. Absent: no stream; the whole answer must arrive within the bound.
   */
  readonly keepMs?: number;
  /** Called with each message before the reply. */
  readonly onMessage?: (message: Message) => void;
  readonly signal: AbortSignal;
}

/** Sends requests through the balancer, and records their outcomes. */
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

/** The state of a request in progress. */
interface RequestState {
  replica?: number | undefined;
  /** The client's reason to end it. */
  ended?: 'overdue' | 'abandoned';
}

/** Creates the wire, which all clients share. */
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
          state.ended = 'abandoned';
          enough.abort();
        }, keepMs);
      };
      let reply: Message | undefined;
      try {
        const response = await sendMessage(`http://127.0.0.1:${balancer.port}/mcp`, body, {
          headers,
          // A new connection for each request, so that it may reach another replica.
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
        if (ended !== 'abandoned' && !signal.aborted) logbook.request(name, ended ?? 'lost', 0);
        return { kind: 'lost' };
      } finally {
        clearTimeout(bound);
        clearTimeout(keep);
      }
    },
  };
}
