import { connect } from 'node:net';

import { Connection, isGrpcServiceError } from '@temporalio/client';

/** A port of this machine answers within a millisecond, or drops all packets. */
const connectTimeoutMs = 1_000;

/** gRPC's status NOT_FOUND. */
const notFound = 5;

/** The result of a probe. */
export type TemporalProbe =
  /** The port is closed. */
  | { readonly kind: 'closed' }
  /** A Temporal Service. */
  | {
      readonly kind: 'temporal';
      /** For example `1.29.1`; empty if the service does not report it. */
      readonly serverVersion: string;
      readonly hasNamespace: boolean;
    }
  /** A program that accepts connections, but is no Temporal Service without TLS. */
  | { readonly kind: 'other'; readonly error: unknown };

export interface ProbeTemporalOptions {
  readonly host: string;
  readonly port: number;
  readonly namespace: string;
  /** Time limit of an answer after connecting, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Probes a port. It connects, then calls Temporal's `GetSystemInfo`, then looks for the namespace.
 * A closed port takes about a millisecond.
 *
 * @throws the signal's reason when aborted
 */
export async function probeTemporal(options: ProbeTemporalOptions): Promise<TemporalProbe> {
  const { host, port, namespace, timeoutMs, signal } = options;
  signal?.throwIfAborted();
  if (!(await acceptsConnections(options))) return { kind: 'closed' };
  signal?.throwIfAborted();

  // Without interceptors there are no retries. A retry after the connection has closed throws an uncatchable error.
  const connection = Connection.lazy({ address: `${host}:${port}`, interceptors: [] });
  const { workflowService } = connection;
  const ask = async (): Promise<TemporalProbe> => {
    // `ensureConnected` would take any gRPC server for an old Temporal Service.
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
    // The Client leaves its listeners on the signal, so it gets a separate one.
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
