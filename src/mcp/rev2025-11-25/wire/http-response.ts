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

/** What nobody reads: its client has gone. */
const CLIENT_GONE = 499;

/** The answer to what ends before there is one: because the server closes, or its client has gone. */
export function answerEnded({ isClosed }: { readonly isClosed: boolean }): Response {
  if (!isClosed) return new Response(null, { status: CLIENT_GONE });
  return toErrorResponse({
    status: 503,
    code: -32603,
    message: 'The server is closing. Tasks go on: ask again later.',
  });
}
