import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';

import { isRecord } from '../../core/is-record.js';
import { LOCAL_OWNER } from '../../core/owner.js';

import type { TasksBindingOptions } from './binding-options.js';
import { withoutMalformedAnswers } from './check-requests.js';
import { createServer, type ServerIdentity, toServerInfo } from './create-server.js';
import { parseSubscribedTaskIds } from './from-wire.js';
import { JsonRpcCode, toJsonRpcError } from './json-rpc-error.js';
import { LISTEN_METHOD, type RequestId } from './listen-messages.js';
import { ListenStreams } from './listen-stream.js';
import { capabilitiesOf, logFailure } from './register-methods.js';
import { requireTasks } from './require-capability.js';
import { findWatchable } from './watch-tasks.js';

const HTTP_BAD_REQUEST = 400;
const HTTP_NOT_FOUND = 404;

/** What comes with a request besides itself. */
export interface HttpRequestOptions {
  /** The verified token, where the transport authenticates. */
  readonly authInfo?: AuthInfo;
  /** The body, parsed, within a limit of size that is the framework's business; `undefined` where there is none. */
  readonly parsedBody: unknown;
}

/** Serves this generation over Streamable HTTP, in web-standard terms: any framework can mount it. */
export interface HttpHandler {
  /** Whether a request is of this generation, also where it is one that it refuses. */
  readonly serves: (request: Request, parsedBody: unknown) => Promise<boolean>;
  readonly fetch: (request: Request, options: HttpRequestOptions) => Promise<Response>;
  /** Ends the open requests and subscriptions. Their tasks go on. */
  readonly close: () => Promise<void>;
}

function errorResponse(id: RequestId, thrown: unknown): Response {
  const { code, message, data } = toJsonRpcError(thrown);
  const error = { code, message, ...(data !== undefined && { data }) };
  const status = code === JsonRpcCode.missingClientCapability ? HTTP_BAD_REQUEST : 200;
  return Response.json({ jsonrpc: '2.0', id, error }, { status });
}

function isStream({ status, headers }: Response): boolean {
  return status === 200 && headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** A method that nobody has is 404 (Streamable HTTP › Protocol Version Header); the SDK answers 200 where we answer. */
async function withNotFound(response: Response, method: unknown): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (method === 'tools/call' || response.status !== 200 || !isJson) return response;
  const body = (await response.clone().json()) as { error?: { code?: unknown } };
  return body.error?.code === JsonRpcCode.methodNotFound
    ? new Response(response.body, { status: HTTP_NOT_FOUND, headers: response.headers })
    : response;
}

/**
 * The endpoint of this generation. The SDK checks and serves everything; subscriptions to tasks, which it does not
 * know, are added to the streams that it opens.
 */
export function createHttpHandler(
  identity: ServerIdentity,
  options: TasksBindingOptions,
): HttpHandler {
  const { tasks, toOwner = () => LOCAL_OWNER, logger } = options;
  let isClosing = false;
  const toServer = (): ReturnType<typeof createServer> =>
    createServer(identity, options, () => isClosing);
  const sdk: McpHttpHandler = createMcpHandler(toServer, {
    legacy: 'reject',
    onerror: (error) => {
      logger?.warn({ err: error }, 'A request was refused');
    },
  });
  const serverInfo = toServerInfo(identity);
  const streams = new ListenStreams({ tasks, serverInfo, ...(logger && { logger }) });

  /** The SDK's answer, joined by the tasks that the request names; or what is wrong with naming them. */
  const listen = async (
    request: Request,
    { id, params }: { readonly id: RequestId; readonly params: unknown },
    requestOptions: HttpRequestOptions,
  ): Promise<Response> => {
    const response = await sdk.fetch(request, requestOptions);
    if (!isStream(response)) return response;
    try {
      const client = capabilitiesOf(isRecord(params) ? params['_meta'] : undefined);
      requireTasks(client);
      const taskIds = parseSubscribedTaskIds(params) ?? [];
      const owner = await toOwner({ authInfo: requestOptions.authInfo });
      const found = await findWatchable(tasks, owner, taskIds);
      return await streams.join(response, { id, owner, client, taskIds: found }, request.signal);
    } catch (error) {
      await response.body?.cancel();
      logFailure(logger, LISTEN_METHOD, error);
      return errorResponse(id, error);
    }
  };

  return {
    serves: async (request, parsedBody) => !(await isLegacyRequest(request, parsedBody)),

    async fetch(request, requestOptions) {
      const { parsedBody } = requestOptions;
      const { method, id, params } = isRecord(parsedBody)
        ? parsedBody
        : ({} as Record<string, unknown>);
      const isRequest = typeof id === 'string' || typeof id === 'number';
      const notifications = isRecord(params) ? params['notifications'] : undefined;
      const namesTasks = isRecord(notifications) && notifications['taskIds'] !== undefined;
      if (method === LISTEN_METHOD && isRequest && namesTasks) {
        return listen(request, { id, params }, requestOptions);
      }
      const checked = { ...requestOptions, parsedBody: withoutMalformedAnswers(parsedBody) };
      return withNotFound(await sdk.fetch(request, checked), method);
    },

    async close() {
      await streams.close();
      isClosing = true;
      await sdk.close();
    },
  };
}
