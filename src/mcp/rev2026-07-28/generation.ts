import type { Generation } from '../generation.js';

import type { GenerationOptions } from './binding-options.js';
import { createHttpSide } from './http.js';
import { protocol } from './protocol.js';
import { createStdioSide } from './stdio.js';

/** Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, for any transport to serve. */
export function createGeneration(options: GenerationOptions): Generation {
  const http = createHttpSide(options);
  const stdio = createStdioSide(options);
  return {
    name: protocol.version,
    http,
    stdio,
    async close() {
      await Promise.all([http.close(), stdio.close()]);
    },
  };
}
