/**
 * Where a real client differs from the revision and nothing is lost by it: what it sends is mended before the SDK checks it.
 *
 * | What                                             | Who needs it |
 * | ------------------------------------------------ | ------------ |
 * | `tasks/…` over HTTP without the header `Mcp-Name` | FastMCP 4.1  |
 *
 * A header that is there and names another task is refused as ever.
 */
import { isRecord } from '../../../core/value/is-record.js';

const NAME_HEADER = 'mcp-name';

/** The request with the header that it lacks, where its body says what that would be. */
export function withMissingHeaders(request: Request, body: unknown): Request {
  if (request.headers.has(NAME_HEADER) || !isRecord(body)) return request;
  const { method, params } = body;
  const taskId = isRecord(params) ? params['taskId'] : undefined;
  const namesTask = typeof method === 'string' && method.startsWith('tasks/');
  // What no header can carry is no ID of ours, and is refused for that.
  if (!namesTask || typeof taskId !== 'string' || !/^[\x21-\x7e]{1,1024}$/.test(taskId))
    return request;
  const headers = new Headers(request.headers);
  headers.set(NAME_HEADER, taskId);
  // The new request's own signal would be lost with the request it follows.
  return Object.defineProperty(new Request(request, { headers }), 'signal', {
    value: request.signal,
  });
}
