import type { Link } from './link.js';
import { listen, type Listener } from './listen.js';

/** Stands before all replicas, and knows nothing of how they are. */
export interface Balancer extends Listener {
  /** Which replica has the connection of a client, or had it: by the client's own port. */
  replicaOf(clientPort: number): number | undefined;
}

/** Starts one that gives each connection to the next replica. */
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
