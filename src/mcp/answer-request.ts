import { isTaskError } from '../core/errors.js';
import type { JsonRpcErrorObject } from '../core/json-rpc-error.js';

import { EventStream } from './event-stream.js';
import { type HttpReply, replyToEnded, toJsonReply } from './http-message.js';
import type { OpenExchanges } from './open-exchanges.js';
import type { Streaming } from './row.js';
import type { Channel, Reply } from './run.js';

export interface AnswerRequestOptions {
  readonly id: string | number;
  /** In it, the client can withdraw the request by its ID. Absent: there is no session. */
  readonly session: string | undefined;
  readonly streaming: Streaming;
  readonly run: (channel: Channel) => Promise<Reply>;
  /** Fires when the client has gone. If its reason is a `TaskError`, this error is the answer. */
  readonly gone: AbortSignal;
  readonly open: OpenExchanges;
  readonly toError: (thrown: unknown) => JsonRpcErrorObject;
  /** The HTTP status of an answer that is one JSON body. */
  readonly toStatus: (reply: Reply) => number;
}

/** Time after which a slow answer becomes a stream, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Runs a request, and answers it with one JSON body or on an event stream that ends after the answer. */
export async function answerRequest({
  id,
  session,
  streaming,
  run,
  gone,
  open,
  toError,
  toStatus,
}: AnswerRequestOptions): Promise<HttpReply> {
  const { signal, end } = open.begin(gone, session, id);
  if (signal.aborted) return replyToEnded(open);
  let stream: EventStream | undefined;
  let isAnswered = false;
  let resolveWith: (reply: HttpReply) => void = () => undefined;
  const answered = new Promise<HttpReply>((resolve) => {
    resolveWith = resolve;
  });
  const answerWith = (reply: HttpReply): void => {
    isAnswered = true;
    resolveWith(reply);
  };
  const openStream = (): EventStream => {
    stream ??= new EventStream();
    answerWith(stream.reply);
    return stream;
  };
  const wait = (): void => {
    if (!stream) openStream().begin();
  };
  const answer = run({
    signal,
    send: async (message) => (streaming === 'never' ? undefined : openStream().send(message)),
    waits: streaming === 'onWait' ? wait : () => undefined,
    stand: (leave) => {
      open.stand(signal, leave);
    },
  });
  if (streaming === 'atOnce') openStream();
  const patience = streaming === 'onWait' ? setTimeout(wait, PATIENCE_MS) : undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(patience);
    // Without an answer, the client of a standing stream opens another one.
    if (isTaskError(gone.reason) && streaming !== 'standing') {
      void stream?.send({ id, error: toError(gone.reason) });
    }
    stream?.close();
    if (!isAnswered) answerWith(replyToEnded(open));
  });
  void answer.then((reply) => {
    if (stream) void stream.send(reply);
    else answerWith(toJsonReply(reply, toStatus(reply)));
    end();
  });
  return answered;
}
