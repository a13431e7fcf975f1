import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that systems assign: from 32768 on Linux, from 49152 on other systems. */
const FIRST = 20_000;
const END = 32_000;

/** Returns true if no program listens on a TCP port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * Finds a free TCP port outside the range that systems assign. So other tests do not get it by chance, even while its
 * server restarts.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port)) return port;
  }
}
