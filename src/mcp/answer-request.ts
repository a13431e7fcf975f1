import { isTaskError } from '../core/errors.js';
import type { JsonRpcErrorObject } from '../core/tool/tool-result.js';

import type { Reply, RunningRequest } from './dispatcher.js';
import { EventStream } from './event-stream.js';
import { answerEnded } from './http-response.js';
import type { OpenExchanges } from './open-exchanges.js';

/**
 * When an answer becomes an event stream:
 *
 * - `atOnce`: its client waits for messages, or long
 * - `onMessage`: with the first message before it
 * - `onWait`: that too, as soon as its call waits for work, and after a second; hosts and proxies give up a request of which
 *   no byte comes
 * - `never`: messages before it are dropped
 */
export type Streaming = 'atOnce' | 'onMessage' | 'onWait' | 'never';

/** The way to the client ahead of the answer. */
export interface AnswerSink {
  /** Sends a message. Resolves when the client can take more. */
  readonly send: (message: object) => Promise<void>;
  /** To be called when a call waits for work that has begun: from then on, no answer needs an HTTP status of its own. */
  readonly onWaiting: () => void;
}

/** How a request is answered over HTTP. */
export interface AnswerOptions {
  readonly id: string | number;
  readonly streaming: Streaming;
  readonly begin: (sink: AnswerSink) => RunningRequest | undefined;
  /** Fires when the client has gone. A `TaskError` that is its reason is the answer. */
  readonly gone: AbortSignal;
  readonly open: OpenExchanges;
  readonly toError: (thrown: unknown) => JsonRpcErrorObject;
  /** The HTTP status of an answer that is one JSON body. Default: 200. */
  readonly toStatus?: (reply: Reply) => number;
}

/** How long an answer may take before its stream begins, in milliseconds, where nothing tells sooner that it waits. */
const PATIENCE_MS = 1_000;

/** Carries out a request, and answers it with one JSON body or on an event stream that ends after the answer. */
export async function answerRequest({
  id,
  streaming,
  begin,
  gone,
  open,
  toError,
  toStatus = () => 200,
}: AnswerOptions): Promise<Response> {
  let stream: EventStream | undefined;
  let isAnswered = false;
  let resolveWith: (response: Response) => void = () => undefined;
  const answered = new Promise<Response>((resolve) => {
    resolveWith = resolve;
  });
  const answerWith = (response: Response): void => {
    isAnswered = true;
    resolveWith(response);
  };
  const openStream = (): EventStream => {
    stream ??= new EventStream();
    answerWith(stream.response);
    return stream;
  };
  const wait = (): void => {
    if (!stream) openStream().begin();
  };
  const running = begin({
    send: async (message) => (streaming === 'never' ? undefined : openStream().send(message)),
    onWaiting: streaming === 'onWait' ? wait : () => undefined,
  });
  if (!running) return answerEnded(open);
  const { signal, answer, end } = running;
  if (streaming === 'atOnce') openStream();
  const patience = streaming === 'onWait' ? setTimeout(wait, PATIENCE_MS) : undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(patience);
    // A stream that stands ends without an answer: its client comes back.
    if (isTaskError(gone.reason) && streaming !== 'onMessage') {
      void stream?.send({ id, error: toError(gone.reason) });
    }
    stream?.close();
    if (!isAnswered) answerWith(answerEnded(open));
  });
  void answer.then((reply) => {
    if (stream) void stream.send(reply);
    else answerWith(Response.json(reply, { status: toStatus(reply) }));
    end();
  });
  return answered;
}
