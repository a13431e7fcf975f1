import { Client, Connection, type ConnectionOptions, type DataConverter } from '@temporalio/client';

import { withoutUndefined } from '../../core/value/members.js';
import { isLoopbackHost } from '../../core/value/secure-url.js';
import { nameRefusedCalls } from '../../temporal/link/name-refused-calls.js';
import { retryCalls } from '../../temporal/link/retry-calls.js';

/** Maximum number of attempts of a call. More attempts would keep clients waiting during an outage. */
const CALL_ATTEMPTS = 3;
/** Maximum time between attempts to reconnect. gRPC's default is two minutes. */
const MAX_RECONNECT_PAUSE_MS = 2_000;
const MIN_RECONNECT_PAUSE_MS = 200;

/** Address and credentials of Temporal. */
export interface TemporalSettings {
  readonly connection: ConnectionOptions;
  readonly namespace: string;
  readonly dataConverter?: DataConverter | undefined;
}

/** Two Temporal Clients of one namespace, each with its own connection. */
export interface TemporalClients {
  /** For calls while a client waits: few retries. */
  readonly client: Client;
  /** For long polls: retried as long as a caller waits. */
  readonly pollClient: Client;
  /**
   * Closes both connections. Call it only when no call is under way: if a call waits for its retry, the Temporal Client
   * throws an uncatchable error.
   */
  readonly close: () => Promise<void>;
}

/** @param address Default: the Client's, on this machine. */
function isOnThisMachine(address = 'localhost'): boolean {
  const url = `tcp://${address}`;
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/**
 * Creates two connections to Temporal, opened at first use. So a server may start before Temporal, and continues after
 * Temporal's restarts.
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
      // Otherwise, two connections to one address would share one channel and its limits.
      'grpc.use_local_subchannel_pool': 1,
      // A proxy for the internet (`http_proxy`) does not lead to this machine.
      ...withoutUndefined({
        'grpc.enable_http_proxy': isOnThisMachine(connection.address) ? 0 : undefined,
      }),
      ...connection.channelArgs,
    },
  };
  const forCalls = Connection.lazy({
    ...options,
    interceptors: [
      ...(connection.interceptors ?? []),
      retryCalls({ maxAttempts: CALL_ATTEMPTS }),
      nameRefusedCalls,
    ],
  });
  const forPolls = Connection.lazy({
    ...options,
    interceptors: [...(connection.interceptors ?? []), retryCalls(), nameRefusedCalls],
  });
  const clientOptions = withoutUndefined({ namespace, dataConverter });
  return {
    client: new Client({ connection: forCalls, ...clientOptions }),
    pollClient: new Client({ connection: forPolls, ...clientOptions }),
    close: async () => {
      await Promise.all([forCalls.close(), forPolls.close()]);
    },
  };
}
