import { Dispatcher } from '../dispatcher.js';
import type { GenerationOptions } from '../generation.js';
import type { OpenExchanges } from '../open-exchanges.js';
import type { UnderWay } from '../under-way.js';

import { createLifecycleMethods } from './methods/lifecycle.js';
import { createListenMethods } from './methods/listen.js';
import { createMethods } from './methods/methods.js';
import {
  type ClientEnds,
  type RequestContext,
  toRequestContext,
} from './methods/request-context.js';
import { createResultEncoder } from './wire/encode-result.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';

export type RequestDispatcher = Dispatcher<ClientEnds, RequestContext>;

export interface Served extends GenerationOptions {
  readonly underWay: UnderWay;
}

export function createDispatcher(served: Served, open: OpenExchanges): RequestDispatcher {
  const { identity, underWay, logger, observer } = served;
  return new Dispatcher({
    methods: {
      ...createLifecycleMethods(identity, served),
      ...createMethods(served),
      ...createListenMethods(served),
    },
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
