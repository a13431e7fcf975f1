import { createToolbox } from '../../calls/toolbox.js';
import type { Generation } from '../generation.js';

import type { GenerationOptions } from './binding-options.js';
import { createHttpEndpoint } from './http.js';
import { createMethods } from './methods.js';
import { protocol } from './protocol.js';
import { createStdioConnections } from './stdio.js';

/** Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, for any transport to serve. */
export function createGeneration({
  identity,
  tasks,
  tools,
  sealer,
  logger,
}: GenerationOptions): Generation {
  const methods = createMethods({ tasks, toolbox: createToolbox(tasks, tools), sealer });
  const options = { identity, tasks, methods, logger };
  const http = createHttpEndpoint(options);
  const stdio = createStdioConnections(options);
  return {
    name: protocol.version,
    http,
    stdio,
    async close() {
      await Promise.all([http.close(), stdio.close()]);
    },
  };
}
