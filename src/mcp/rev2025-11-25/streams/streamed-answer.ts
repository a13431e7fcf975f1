import { isTaskError } from '../../../core/errors.js';
import { EVENT_STREAM_METHOD } from '../../event-methods.js';
import type { HttpService } from '../http-service.js';
import { type MethodRequest, type RequestEnds, runRequest } from '../methods/run-request.js';
import { answerEnded } from '../wire/http-response.js';
import { toErrorObject } from '../wire/json-rpc-error.js';

import { EventStream } from './event-stream.js';

/** The methods of requests whose answer may take its time, or be preceded by messages. All others are answered with one JSON body. */
const STREAMED_METHODS = [
  'tools/call',
  'tasks/result',
  'resources/read',
  EVENT_STREAM_METHOD,
] as const;
type StreamedMethod = (typeof STREAMED_METHODS)[number];

/** A request whose answer may take its time, or be preceded by messages. */
export type StreamedRequest = MethodRequest<StreamedMethod>;

/** Whether an answer to this method may take its time, or be preceded by messages. */
export function isStreamedMethod(method: string): method is StreamedMethod {
  return STREAMED_METHODS.includes(method as StreamedMethod);
}

/**
 * Answers a request on a stream of its own, which has begun when this returns. The stream ends after the answer; without
 * one when the request was withdrawn, the client has gone or the server closes.
 *
 * @param ends Where the reason of `gone` is a `TaskError`, that is the answer.
 */
export function answerOnStream(
  request: StreamedRequest,
  ends: Omit<RequestEnds, 'send'>,
  service: HttpService,
): Response {
  const stream = new EventStream();
  const running = runRequest(
    request,
    {
      ...ends,
      send: async (message) => {
        stream.send(message);
        return Promise.resolve();
      },
    },
    service,
  );
  if (!running) {
    stream.close();
    return answerEnded(service.open);
  }
  const { signal, answer, end } = running;
  signal.addEventListener('abort', () => {
    if (isTaskError(ends.gone.reason)) {
      stream.send({ id: request.id, error: toErrorObject(ends.gone.reason) });
    }
    stream.close();
  });
  void answer
    .then((message) => {
      stream.send(message);
    })
    .finally(end);
  return stream.response;
}
