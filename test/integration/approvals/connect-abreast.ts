import { InterceptingCall } from '@grpc/grpc-js';
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';

import { temporalAddress } from '../../support/start-mcp-server.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

/** A client whose requests of some RPC methods are sent in pairs. */
export interface AbreastClient {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/**
 * Connects to the tests' Temporal Service. It holds each request of some RPC methods until a second request arrives. So
 * both callers decide before either request is sent.
 */
export async function connectAbreast(methods: readonly string[]): Promise<AbreastClient> {
  let first: (() => void) | undefined;
  const interceptor: Interceptor = (options, nextCall) => {
    const method = options.method_definition.path.split('/').at(-1) ?? '';
    if (!methods.includes(method)) return new InterceptingCall(nextCall(options));
    return new InterceptingCall(nextCall(options), {
      start: (metadata, listener, next) => {
        const go = (): void => {
          next(metadata, listener);
        };
        if (!first) {
          first = go;
          return;
        }
        first();
        first = undefined;
        go();
      },
    });
  };
  const connection = await Connection.connect({
    address: temporalAddress(),
    interceptors: [interceptor],
  });
  return { client: new Client({ connection }), close: async () => connection.close() };
}
