import { createSealer } from '../../src/security/sealing/create-sealer.js';

/** A sealer with a secret of the tests' own. */
export const testSealer = createSealer([Buffer.alloc(32, 7)]);
