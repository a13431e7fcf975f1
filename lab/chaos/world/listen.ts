import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A listening port of this process. */
export interface Listener {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Listens on a free port of the loopback address, and passes on every connection. */
export async function listen(take: (socket: Socket) => void): Promise<Listener> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
