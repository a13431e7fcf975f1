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

/** Runs every request of this generation, over HTTP and over stdio. */
export type RequestDispatcher = Dispatcher<ClientEnds, RequestContext>;

/** The served parts, with the running requests. */
export interface Served extends GenerationOptions {
  /** Running requests. */
  readonly underWay: UnderWay;
}

/** Binds the table of methods to the served parts. */
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
