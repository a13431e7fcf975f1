import { InterceptingCall } from '@grpc/grpc-js';
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';

import { retryCalls } from '../../src/temporal/link/retry-calls.js';

import { temporalAddress } from './start-mcp-server.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

/** Counts the requests that connections send. */
export interface RequestCounter {
  /** Counts the requests of a connection. Its place in `interceptors` is behind those that retry. */
  readonly interceptor: Interceptor;
  /** Number of requests since the last reset, by RPC method, such as `DescribeWorkflowExecution`. */
  readonly sent: () => Readonly<Record<string, number>>;
  /** Number of requests of a method that wait for their answer. */
  readonly underWay: (method: string) => number;
  /** Maximum of `underWay` so far. */
  readonly mostUnderWay: (method: string) => number;
  readonly reset: () => void;
}

/** A connection to the tests' Temporal Service that counts its requests, retries included. */
export interface CountedConnection extends Omit<RequestCounter, 'interceptor'> {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

export function createRequestCounter(): RequestCounter {
  const sent = new Map<string, number>();
  const underWay = new Map<string, number>();
  const mostUnderWay = new Map<string, number>();
  const add = (counts: Map<string, number>, method: string, by: number): number => {
    const count = (counts.get(method) ?? 0) + by;
    counts.set(method, count);
    return count;
  };
  const interceptor: Interceptor = (options, nextCall) => {
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
  return {
    interceptor,
    sent: () => Object.fromEntries(sent),
    underWay: (method) => underWay.get(method) ?? 0,
    mostUnderWay: (method) => mostUnderWay.get(method) ?? 0,
    reset: () => {
      sent.clear();
    },
  };
}

/** Opens a connection that counts its requests, without those that connecting takes. */
export async function countRequests(): Promise<CountedConnection> {
  const { interceptor, ...counter } = createRequestCounter();
  const connection = await Connection.connect({
    address: temporalAddress(),
    interceptors: [retryCalls(), interceptor],
  });
  counter.reset();
  return {
    ...counter,
    client: new Client({ connection }),
    close: async () => connection.close(),
  };
}
