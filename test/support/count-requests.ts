import { InterceptingCall } from '@grpc/grpc-js';
import {
  Client,
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

import { temporalAddress } from './start-mcp-server.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

/** A connection to the tests' Temporal Service that counts what goes over it, retries included. */
export interface CountedConnection {
  readonly client: Client;
  /** How many requests were sent since the last reset, by RPC method: `DescribeWorkflowExecution`. */
  readonly sent: () => Readonly<Record<string, number>>;
  /** How many requests of a method wait for their answer. */
  readonly underWay: (method: string) => number;
  /** The most of them that ever waited at once. */
  readonly mostUnderWay: (method: string) => number;
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a connection that counts. What it takes to connect is not counted. */
export async function countRequests(): Promise<CountedConnection> {
  const sent = new Map<string, number>();
  const underWay = new Map<string, number>();
  const mostUnderWay = new Map<string, number>();
  const add = (counts: Map<string, number>, method: string, by: number): number => {
    const count = (counts.get(method) ?? 0) + by;
    counts.set(method, count);
    return count;
  };
  const counting: Interceptor = (options, nextCall) => {
    const method = options.method_definition.path.split('/').at(-1) ?? '';
    return new InterceptingCall(nextCall(options), {
      start: (metadata, _listener, next) => {
        add(sent, method, 1);
        const now = add(underWay, method, 1);
        mostUnderWay.set(method, Math.max(now, mostUnderWay.get(method) ?? 0));
        next(metadata, {
          onReceiveStatus: (status, nextStatus) => {
            add(underWay, method, -1);
            nextStatus(status);
          },
        });
      },
    });
  };
  const connection = await Connection.connect({
    address: temporalAddress(),
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), counting],
  });
  sent.clear();
  return {
    client: new Client({ connection }),
    sent: () => Object.fromEntries(sent),
    underWay: (method) => underWay.get(method) ?? 0,
    mostUnderWay: (method) => mostUnderWay.get(method) ?? 0,
    reset: () => {
      sent.clear();
    },
    close: async () => connection.close(),
  };
}
