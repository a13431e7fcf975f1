import type { Generation, GenerationOptions } from '../generation.js';
import { createRun } from '../run.js';

import { Http } from './http.js';
import { createRows } from './methods/methods.js';
import type { Exchange, Row } from './request/exchange.js';
import { createRev2025, type Served } from './request/served.js';
import { createStdio } from './stdio.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';
import { protocol } from './wire/protocol.js';

/**
 * Protocol revision 2025-11-25, and older ones without tasks, with the schemas of `@modelcontextprotocol/sdk` 1.x. The
 * SDK's own task runtime polls inside one process. It takes every request, so other generations are asked first.
 */
export function createGeneration(options: GenerationOptions): Generation {
  const rev = createRev2025(options);
  const served: Served = {
    ...rev,
    rows: createRows(rev),
    run: createRun<Exchange, Row>({
      ...rev,
      toError: toErrorObject,
      methodNotFound: () => methodNotFound(),
    }),
  };
  const http = new Http(served);
  const stdio = createStdio(served);
  return {
    name: protocol.version,
    http,
    stdio,
    drain: async () => http.drain(),
    close: async () => {
      await Promise.all([http.close(), stdio.close()]);
      await rev.underWay.finished();
    },
  };
}
