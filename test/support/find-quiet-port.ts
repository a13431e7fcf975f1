import { randomInt } from 'node:crypto';

import { isPortFree } from '../../src/cli/local-temporal/free-port.js';

/** Below the ports that systems give to whoever asks for any: 32768 and more on Linux, 49152 and more elsewhere. */
const FIRST = 20_000;
const END = 32_000;

/**
 * A TCP port that nobody listens on, and that no other test is given by chance before it is used, or while what listens
 * on it is started again.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port)) return port;
  }
}
