import { Dispatcher } from '../dispatcher.js';
import type { GenerationOptions } from '../generation.js';
import type { OpenExchanges } from '../open-exchanges.js';
import type { Rows } from '../row.js';
import type { UnderWay } from '../under-way.js';

import {
  type ClientEnds,
  type RequestContext,
  type Row,
  toRequestContext,
} from './methods/request-context.js';
import { createResultEncoder } from './wire/encode-result.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';

export type RequestDispatcher = Dispatcher<ClientEnds, RequestContext, Row>;

export interface Served extends GenerationOptions {
  readonly rows: Rows<Row>;
  readonly underWay: UnderWay;
}

export function createDispatcher(served: Served, open: OpenExchanges): RequestDispatcher {
  const { identity, underWay, logger, observer } = served;
  return new Dispatcher<ClientEnds, RequestContext, Row>({
    toContext: toRequestContext,
    toResult: createResultEncoder(identity),
    toError: toErrorObject,
    methodNotFound,
    open,
    underWay,
    logger,
    observer,
  });
}
