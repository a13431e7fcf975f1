import type { Link } from './link.js';
import { listen, type Listener } from './listen.js';

/** A load balancer before all replicas, without health checks. */
export interface Balancer extends Listener {
  /** Returns the replica of a client's connection, open or closed, by the client's port. */
  replicaOf(clientPort: number): number | undefined;
}

/** Starts a balancer that gives each connection to the next replica. */
export async function startBalancer(links: readonly Link[]): Promise<Balancer> {
  const given = new Map<number, number>();
  let turn = 0;
  const listener = await listen((socket) => {
    const replica = turn % links.length;
    turn += 1;
    if (socket.remotePort !== undefined) given.set(socket.remotePort, replica);
    links[replica]?.carry(socket);
  });
  return { ...listener, replicaOf: (clientPort) => given.get(clientPort) };
}
