import {
  Client,
  Connection,
  type ConnectionOptions,
  type DataConverter,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

/** Calls are tried this often in all; more tries would keep clients waiting through an outage. */
const CALL_ATTEMPTS = 3;
/** After an outage the connection is back within this time, instead of the two minutes that gRPC allows itself. */
const MAX_RECONNECT_PAUSE_MS = 2_000;
const MIN_RECONNECT_PAUSE_MS = 200;

/** Address and credentials of Temporal. */
export interface TemporalSettings {
  readonly connection: ConnectionOptions;
  readonly namespace: string;
  readonly dataConverter?: DataConverter;
}

/** Two Temporal Clients of one namespace, each with its own connection. */
export interface TemporalClients {
  /** For calls that clients wait for: few retries. */
  readonly client: Client;
  /** For long polls: retried while a caller waits. */
  readonly pollClient: Client;
  /**
   * Closes both connections. Only when no call is under way: the Temporal Client throws an uncatchable error
   * when a connection is closed while a call on it waits to be retried.
   */
  readonly close: () => Promise<void>;
}

/**
 * Two connections to Temporal, opened when they are first used: a server may start before Temporal does, and
 * outlives its restarts.
 */
export function connectTemporal({
  connection,
  namespace,
  dataConverter,
}: TemporalSettings): TemporalClients {
  const options: ConnectionOptions = {
    ...connection,
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': MIN_RECONNECT_PAUSE_MS,
      'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_PAUSE_MS,
      // Without it, two connections to one address would share one channel, and its limits.
      'grpc.use_local_subchannel_pool': 1,
      ...connection.channelArgs,
    },
  };
  const forCalls = Connection.lazy({
    ...options,
    interceptors: [
      ...(connection.interceptors ?? []),
      makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: CALL_ATTEMPTS })),
    ],
  });
  const forPolls = Connection.lazy({
    ...options,
    interceptors: [
      ...(connection.interceptors ?? []),
      makeGrpcRetryInterceptor(defaultGrpcRetryOptions()),
    ],
  });
  const clientOptions = { namespace, ...(dataConverter && { dataConverter }) };
  return {
    client: new Client({ connection: forCalls, ...clientOptions }),
    pollClient: new Client({ connection: forPolls, ...clientOptions }),
    close: async () => {
      await Promise.all([forCalls.close(), forPolls.close()]);
    },
  };
}
