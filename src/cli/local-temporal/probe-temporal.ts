import { connect } from 'node:net';

import { Connection, isGrpcServiceError } from '@temporalio/client';

/** On this machine a port answers within a millisecond, or drops what comes. */
const connectTimeoutMs = 1_000;

/** gRPC's status NOT_FOUND. */
const notFound = 5;

/** The answer of a port. */
export type TemporalProbe =
  /** Nothing accepts connections. */
  | { readonly kind: 'closed' }
  /** A Temporal Service. */
  | {
      readonly kind: 'temporal';
      /** Its version, for example `1.29.1`; empty when it does not say. */
      readonly serverVersion: string;
      readonly hasNamespace: boolean;
    }
  /** Something that accepts connections and does not speak as Temporal does, without TLS. */
  | { readonly kind: 'other'; readonly error: unknown };

export interface ProbeTemporalOptions {
  readonly host: string;
  readonly port: number;
  readonly namespace: string;
  /** How long an answer may take, once connected, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks at who listens on a port: whether it accepts a connection, then whether it answers Temporal's
 * `GetSystemInfo`, then whether it has the namespace. A closed port takes about a millisecond.
 *
 * @throws the signal's reason when aborted
 */
export async function probeTemporal(options: ProbeTemporalOptions): Promise<TemporalProbe> {
  const { host, port, namespace, timeoutMs, signal } = options;
  signal?.throwIfAborted();
  if (!(await acceptsConnections(options))) return { kind: 'closed' };
  signal?.throwIfAborted();

  // No retries: a retry after the connection has closed throws where no code can catch it.
  const connection = Connection.lazy({ address: `${host}:${port}`, interceptors: [] });
  const { workflowService } = connection;
  const ask = async (): Promise<TemporalProbe> => {
    // Not `ensureConnected`, which takes any gRPC server for an old Temporal.
    const info = await workflowService.getSystemInfo({});
    return {
      kind: 'temporal',
      serverVersion: info.serverVersion,
      hasNamespace: await workflowService.describeNamespace({ namespace }).then(
        () => true,
        (error: unknown) => {
          if (isGrpcServiceError(error) && (error.code as number) === notFound) return false;
          throw error;
        },
      ),
    };
  };
  try {
    const limited = (): Promise<TemporalProbe> =>
      connection.withDeadline(Date.now() + timeoutMs, ask);
    if (signal === undefined) return await limited();
    // The client leaves its listeners on the signal, so it gets one of its own.
    return await connection.withAbortSignal(AbortSignal.any([signal]), limited);
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'other', error };
  } finally {
    await connection.close();
  }
}

function acceptsConnections({ host, port }: ProbeTemporalOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (accepts: boolean): void => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => {
      settle(true);
    });
    socket.once('error', () => {
      settle(false);
    });
    socket.setTimeout(connectTimeoutMs, () => {
      settle(false);
    });
  });
}
