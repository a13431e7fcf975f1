import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** The only address that a dev server listens on: it knows no authentication. */
export const loopback = '127.0.0.1';

/** Finds a free TCP port. Another program may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns true if no program listens on a TCP port of this machine's loopback address. */
export async function isPortFree(port: number): Promise<boolean> {
  return !(await isListening(port)) && (await canListen(port));
}

/** macOS lets a program listen on 127.0.0.1 where another one listens on every address. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: loopback, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, loopback, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
