import { randomInt } from 'node:crypto';

import { isPortFree } from '../../src/cli/local-temporal/free-port.js';

/** Ports below those that systems assign: from 32768 on Linux, from 49152 on other systems. */
const FIRST = 20_000;
const END = 32_000;

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
