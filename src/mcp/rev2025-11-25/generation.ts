import type { Generation, GenerationOptions } from '../generation.js';
import { createRun } from '../run.js';

import { createHttp } from './http.js';
import { createRows } from './methods/methods.js';
import { createBinding } from './request/binding.js';
import type { Exchange, Row } from './request/exchange.js';
import { createStdio } from './stdio.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';
import { protocol } from './wire/protocol.js';

/**
 * Protocol revision 2025-11-25, and older ones without tasks. It accepts every request, so other generations are asked
 * first.
 */
export function createGeneration({ identity, ...options }: GenerationOptions): Generation {
  const binding = createBinding(options);
  const served = {
    binding,
    rows: createRows(identity, binding),
    run: createRun<Exchange, Row>({
      ...binding,
      toError: toErrorObject,
      methodNotFound: () => methodNotFound(),
    }),
  };
  const http = createHttp(served);
  const stdio = createStdio(served);
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
