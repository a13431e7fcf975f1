import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface PostReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
}

export class PostTimeoutError extends Error {
  override readonly name = 'PostTimeoutError';
}

/**
 * Posts over a new connection, because the address of an open one was checked by another attempt. It follows no
 * redirect, uses no proxy, and does not read the body of the answer.
 *
 * @throws The error of the connection, or {@link PostTimeoutError}.
 */
export async function postJson(
  url: URL,
  { headers, body, lookup, timeoutMs }: PostOptions,
): Promise<PostReply> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      lookup,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options);
    const timer = setTimeout(() => {
      request.destroy(new PostTimeoutError('Too late'));
    }, timeoutMs);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
      request.destroy();
    };
    request.on('error', (error) => {
      end(() => {
        reject(error);
      });
    });
    request.on('response', ({ statusCode = 0, headers: { 'retry-after': retryAfter } }) => {
      end(() => {
        resolve({ status: statusCode, retryAfter });
      });
    });
    request.end(body);
  });
}
