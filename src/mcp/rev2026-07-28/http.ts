import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';

import { isTaskError } from '../../core/errors.js';
import type { Tasks } from '../../core/task/tasks.js';
import { isRecord } from '../../core/value/is-record.js';
import { isResourceRead, isToolCall } from '../../core/value/request-params.js';
import type { Departure } from '../../service/calls/tool.js';
import { isEventStream } from '../event-frame.js';
import type { HttpExchange, HttpSide } from '../generation.js';
import { logFailure, logProtocolError } from '../log-failure.js';

import { toAuthInfo, toCarriedFacts } from './carry-identity.js';
import { createServer, type ServerOptions, toServerInfo } from './create-server.js';
import { withoutMalformedAnswers } from './methods/check-requests.js';
import { LISTEN_METHOD, type RequestId } from './streams/listen-messages.js';
import { ListenStreams, MAX_SUBSCRIPTIONS } from './streams/listen-streams.js';
import { neverSilent } from './streams/never-silent.js';
import {
  asListenRequest,
  type ListenRequest,
  prepareSubscription,
} from './streams/task-subscription.js';
import { JsonRpcCode, toErrorObject } from './wire/json-rpc-error.js';
import { withMissingHeaders } from './wire/tolerated.js';

const HTTP_BAD_REQUEST = 400;
const HTTP_NOT_FOUND = 404;

/** What an endpoint serves. */
export interface HttpOptions extends ServerOptions {
  readonly tasks: Tasks;
}

/** An endpoint, which owns what is open. */
export interface HttpEndpoint extends HttpSide {
  /** Ends the subscriptions. */
  readonly drain: () => Promise<void>;
  /** Ends the open requests and subscriptions. Their tasks go on. */
  readonly close: () => Promise<void>;
}

function toErrorResponse(id: RequestId, thrown: unknown): Response {
  const error = toErrorObject(thrown);
  const status = error.code === JsonRpcCode.missingClientCapability ? HTTP_BAD_REQUEST : 200;
  return Response.json({ jsonrpc: '2.0', id, error }, { status });
}

/** A method that nobody has is 404 (Streamable HTTP › Protocol Version Header); the SDK answers 200 where we answer. */
async function withNotFound(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (response.status !== 200 || !isJson) return response;
  const { headers } = response;
  const text = await response.text();
  return new Response(text, { status: isMethodNotFound(text) ? HTTP_NOT_FOUND : 200, headers });
}

function isMethodNotFound(text: string): boolean {
  // Nearly none is: to parse every answer once more is felt.
  if (!text.includes(String(JsonRpcCode.methodNotFound))) return false;
  const { error } = JSON.parse(text) as { error?: { code?: unknown } };
  return error?.code === JsonRpcCode.methodNotFound;
}

/** The SDK reports in one way what clients do wrong, and what it could not do. */
function isRefusal({ message }: Error): boolean {
  return message.startsWith('Rejected inbound request');
}

/** What the SDK serves by itself, with a server of its own for each request. */
function createSdkHandler(
  options: HttpOptions,
  toDeparture: (gone: AbortSignal | undefined) => Departure,
): McpHttpHandler {
  return createMcpHandler(
    ({ authInfo }) => {
      const { gone, ...facts } = toCarriedFacts(authInfo);
      return createServer(options, { ...facts, toDeparture: () => toDeparture(gone) });
    },
    {
      legacy: 'reject',
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      onerror: (error) => {
        if (isRefusal(error)) logProtocolError(options.logger, error);
        else options.logger?.warn({ err: error }, 'A request failed');
      },
    },
  );
}

type Fetch = (
  request: Request,
  exchange: HttpExchange,
  onWaiting?: () => void,
) => Promise<Response>;

/** Answers a request that opens no subscription. A call begins its stream as soon as it waits. */
async function answerOnce(
  fetch: Fetch,
  request: Request,
  exchange: HttpExchange,
): Promise<Response> {
  const body = withoutMalformedAnswers(exchange.body);
  const waiting = new AbortController();
  const answering = fetch(withMissingHeaders(request, body), { ...exchange, body }, () => {
    waiting.abort();
  });
  const id = isRecord(body) ? body['id'] : undefined;
  const call = { id, gone: exchange.gone, waiting: waiting.signal };
  if (isToolCall(body)) return neverSilent(answering, call);
  const answer = answering.then(withNotFound);
  return isResourceRead(body) ? neverSilent(answer, call) : answer;
}

/**
 * The endpoint of this generation. The SDK checks and serves everything; subscriptions to tasks, which it does not
 * know, are added to the streams that it opens.
 */
export function createHttpEndpoint(options: HttpOptions): HttpEndpoint {
  const { tasks, logger } = options;
  let isClosing = false;
  // A closed stream withdraws a call (Streamable HTTP › Cancellation); all streams close when the server does, and one does when
  // its token has run out.
  const sdk = createSdkHandler(options, (gone) =>
    isClosing || isTaskError(gone?.reason) ? 'disconnected' : 'streamClosed',
  );
  const serverInfo = toServerInfo(options.identity);
  const streams = new ListenStreams({ tasks, serverInfo, logger });
  // The SDK does not say whose its streams are: everybody is told, also of what has changed for others.
  const untell = options.toolChanges?.subscribe(() => {
    sdk.notify.toolsChanged();
  });

  const fetch: Fetch = async (request, exchange, onWaiting) =>
    sdk.fetch(request, {
      parsedBody: exchange.body,
      authInfo: toAuthInfo({ ...exchange, onWaiting }),
    });

  /** The SDK's answer, joined by the tasks that the request names; or what is wrong with naming them. */
  const listen = async (
    request: Request,
    listenRequest: ListenRequest,
    exchange: HttpExchange,
  ): Promise<Response> => {
    const response = await fetch(request, exchange);
    if (response.status !== 200 || !isEventStream(response)) return response;
    try {
      const { identity } = exchange;
      const subscription = await prepareSubscription(listenRequest, identity, { tasks });
      return await streams.join(response, subscription, exchange.gone);
    } catch (error) {
      // One that was being read has been cancelled by its reader.
      if (response.body?.locked === false) await response.body.cancel();
      logFailure(logger, LISTEN_METHOD, error);
      return toErrorResponse(listenRequest.id, error);
    }
  };

  return {
    serves: async (request, body) =>
      request.method === 'POST' && body !== undefined && !(await isLegacyRequest(request, body)),

    async answer(request, exchange) {
      const listenRequest = asListenRequest(exchange.body);
      if (listenRequest) return listen(request, listenRequest, exchange);
      return answerOnce(fetch, request, exchange);
    },

    drain: async () => streams.close(),

    async close() {
      await streams.close();
      isClosing = true;
      untell?.();
      await sdk.close();
    },
  };
}
