import { connect } from 'node:net';

import { Connection, isGrpcServiceError } from '@temporalio/client';

/** A port of this machine answers within a millisecond, or drops all packets. */
const CONNECT_TIMEOUT_MS = 1_000;
/** gRPC's status NOT_FOUND. */
const NOT_FOUND = 5;

/** The program that answers on a port. `other`: anything but a Temporal Service without TLS. */
export type Probe = 'closed' | 'temporal' | 'namespace missing' | 'other';

export interface ProbeOptions {
  readonly host: string;
  readonly port: number;
  readonly namespace: string;
  /** Time limit of an answer after connecting, in milliseconds. */
  readonly timeoutMs: number;
}

/** Asks a port for Temporal's system info, then for the namespace. A closed port takes about a millisecond. */
export async function probeTemporal(options: ProbeOptions): Promise<Probe> {
  const { host, port, namespace, timeoutMs } = options;
  if (!(await acceptsConnections(host, port))) return 'closed';
  // Without interceptors there are no retries. A retry after the connection has closed throws an uncatchable error.
  const connection = Connection.lazy({ address: `${host}:${port}`, interceptors: [] });
  const { workflowService } = connection;
  try {
    return await connection.withDeadline(Date.now() + timeoutMs, async (): Promise<Probe> => {
      // `ensureConnected` would take any gRPC server for an old Temporal Service.
      await workflowService.getSystemInfo({});
      await workflowService.describeNamespace({ namespace });
      return 'temporal';
    });
  } catch (error) {
    const isMissing = isGrpcServiceError(error) && (error.code as number) === NOT_FOUND;
    return isMissing ? 'namespace missing' : 'other';
  } finally {
    await connection.close();
  }
}

/** Returns true if a program listens on a port. */
export async function acceptsConnections(host: string, port: number): Promise<boolean> {
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
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
      settle(false);
    });
  });
}
