import type { Generation, GenerationOptions } from '../generation.js';
import { UnderWay } from '../under-way.js';

import { createHttp } from './http.js';
import { createRows } from './methods/methods.js';
import { createStdio } from './stdio.js';
import { protocol } from './wire/protocol.js';

/** Creates protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`. */
export function createGeneration(options: GenerationOptions): Generation {
  const underWay = new UnderWay();
  const served = { ...options, rows: createRows(options), underWay };
  const http = createHttp(served);
  const stdio = createStdio(served);
  return {
    name: protocol.version,
    http,
    stdio,
    drain: async () => http.drain(),
    close: async () => {
      await Promise.all([http.close(), stdio.close()]);
      await underWay.finished();
    },
  };
}
