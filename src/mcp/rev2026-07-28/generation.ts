import type { Exchange } from '../../core/request/exchange.js';
import type { Generation, GenerationOptions } from '../generation.js';
import { createRun } from '../run.js';
import { UnderWay } from '../under-way.js';

import { createHttp } from './http.js';
import { createRows } from './methods/methods.js';
import type { Row } from './request/exchange.js';
import type { Served } from './request/served.js';
import { createStdio } from './stdio.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';
import { protocol } from './wire/protocol.js';
import { createResultEncoder } from './wire/to-wire.js';

/** Creates protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`. */
export function createGeneration(options: GenerationOptions): Generation {
  const { logger, observer, tools } = options;
  const underWay = new UnderWay();
  const served: Served = {
    rows: createRows(options),
    run: createRun<Exchange, Row>({
      toResult: createResultEncoder(options.identity),
      toError: toErrorObject,
      methodNotFound,
      underWay,
      logger,
      observer,
    }),
    tools,
    underWay,
    logger,
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
      await underWay.finished();
    },
  };
}
