/** What this generation's HTTP answers have in common. */

/** The HTTP header that carries a client's session. */
export const SESSION_HEADER = 'mcp-session-id';

/** A JSON-RPC error that is no answer to a request. */
export interface HttpError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is an error of HTTP as well. */
export function toErrorResponse({ status, code, message, headers = {} }: HttpError): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

/** The answer where a session was altered, has run out, or is another owner's: clients begin a new one then. */
export function refuseSession(): Response {
  return toErrorResponse({
    status: 404,
    code: -32001,
    message: 'The session has ended: initialize again.',
  });
}

/** The answer to what is neither a POST nor the GET of a session. */
export function refuseMethod(): Response {
  return toErrorResponse({
    status: 405,
    code: -32000,
    message: 'Method not allowed: use POST, or GET with a session.',
    headers: { Allow: 'GET, POST' },
  });
}

/** The answer to what is open when the server closes. */
export function refuseClosing(): Response {
  return toErrorResponse({
    status: 503,
    code: -32603,
    message: 'The server is closing. Tasks go on: ask again later.',
  });
}

/** The same answer; calls `onEnd` once, when its body has been read to the end or nobody reads it any more. */
export function onceEnded(response: Response, onEnd: () => void): Response {
  const { body, status, headers } = response;
  if (!body) {
    onEnd();
    return response;
  }
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      controller.close();
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, { status, headers });
}
