import { randomInt } from 'node:crypto';

import { isPortFree } from '../../src/cli/local-temporal/free-port.js';

/** Ports below those that systems assign: from 32768 on Linux, from 49152 on other systems. */
const FIRST = 20_000;
const END = 32_000;

/**
 * Finds a free TCP port that the system assigns to no other test, neither before its use nor while its server
 * restarts.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port)) return port;
  }
}
