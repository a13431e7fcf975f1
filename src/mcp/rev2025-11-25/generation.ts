import type { Generation, GenerationOptions } from '../generation.js';

import { createBinding } from './binding.js';
import { createHttp } from './http.js';
import { createRows } from './methods/methods.js';
import { createStdio } from './stdio.js';
import { protocol } from './wire/protocol.js';

/**
 * Protocol revision 2025-11-25, and older ones without tasks. It accepts every request, so other generations are asked
 * first.
 */
export function createGeneration({ identity, ...options }: GenerationOptions): Generation {
  const binding = createBinding(options);
  const rows = createRows(identity, binding);
  const http = createHttp(rows, binding);
  const stdio = createStdio(rows, binding);
  return {
    name: protocol.version,
    http,
    stdio,
    drain: async () => http.drain(),
    close: async () => {
      await Promise.all([http.close(), stdio.close()]);
      await binding.underWay.finished();
    },
  };
}
