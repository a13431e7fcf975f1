import { createSealer } from '../../src/security/sealing/create-sealer.js';

/** A sealer with a secret for tests. */
export const testSealer = createSealer(Buffer.alloc(32, 7));
