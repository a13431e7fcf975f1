import type { Generation, GenerationOptions } from '../generation.js';
import { UnderWay } from '../under-way.js';

import { createHttpEndpoint } from './http.js';
import { createMethods } from './methods/methods.js';
import { createStdioConnections } from './stdio.js';
import { protocol } from './wire/protocol.js';

/** Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, for any transport to serve. */
export function createGeneration(options: GenerationOptions): Generation {
  const { identity, tasks, toolChanges, events, logger } = options;
  const methods = createMethods(options);
  const underWay = new UnderWay();
  const served = { identity, tasks, toolChanges, events, methods, underWay, logger };
  const http = createHttpEndpoint(served);
  const stdio = createStdioConnections(served);
  return {
    name: protocol.version,
    http,
    stdio,
    drain: async () => http.drain(),
    async close() {
      await Promise.all([http.close(), stdio.close()]);
      await underWay.finished();
    },
  };
}
