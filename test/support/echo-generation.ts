/** A small generation of an invented revision, to test transports. */
import { once } from 'node:events';

import type { Caller } from '../../src/core/person/caller.js';
import type { Generation, LazyGeneration, Opening } from '../../src/mcp/generation.js';
import type { HttpRequest } from '../../src/mcp/http-message.js';
import { fromWebResponse } from '../../src/transport/http/request/web-exchange.js';

export type EchoAnswer = (
  request: HttpRequest & { readonly signal: AbortSignal },
  exchange: { readonly caller: Caller; readonly body: unknown },
) => Promise<Response>;

/** A generation that records its requests for tests. */
export interface EchoGeneration extends Generation, LazyGeneration {
  /** Methods of the requests so far, over either transport. */
  readonly heard: unknown[];
  /** Returns true once `close` was called. */
  readonly isClosed: () => boolean;
}

interface EchoParams {
  readonly revision?: unknown;
  readonly asks?: true;
}

function paramsOf(message: unknown): EchoParams {
  return (message as { readonly params?: EchoParams } | null)?.params ?? {};
}

function namesRevision(message: unknown, revision: string): boolean {
  return paramsOf(message).revision === revision;
}

/**
 * Makes a generation that answers messages whose params have its name as `revision`.
 *
 * @param answerWith Answers over HTTP. Default: the owner of the caller.
 */
export function createEchoGeneration(name: string, answerWith?: EchoAnswer): EchoGeneration {
  const heard: unknown[] = [];
  let isClosed = false;
  const hear = (message: unknown): void => {
    heard.push((message as { readonly method?: unknown } | undefined)?.method);
  };
  const recognize = (message: unknown): Opening => {
    if (!namesRevision(message, name)) return 'none';
    return paramsOf(message).asks ? 'asks' : 'opens';
  };
  const generation: EchoGeneration = {
    name,
    recognize,
    load: async () => Promise.resolve(generation),
    heard,
    isClosed: () => isClosed,
    http: {
      recognizes: (_request, body) => namesRevision(body, name),
      receive: (request, body) => ({
        tools: [],
        answer: async (caller, signal) => {
          if (request.method === 'POST') hear(body);
          if (answerWith) {
            return fromWebResponse(await answerWith({ ...request, signal }, { caller, body }));
          }
          const reply = { by: name, owner: caller.owner };
          return { status: 203, headers: { 'x-echo': name }, body: JSON.stringify(reply) };
        },
      }),
    },
    stdio: {
      connect: async ({ messages, output, caller }) => {
        messages.on('data', (message) => {
          hear(message);
          output.write(`${JSON.stringify({ by: name, owner: caller.owner })}\n`);
        });
        const closed = once(messages, 'close').then(() => undefined);
        const close = async (): Promise<void> => {
          messages.destroy();
          await closed;
        };
        return Promise.resolve({ closed, close });
      },
    },
    drain: async () => Promise.resolve(),
    close: async () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
  return generation;
}
