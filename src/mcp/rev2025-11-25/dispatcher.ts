import { Dispatcher } from '../dispatcher.js';
import type { ServerIdentity } from '../generation.js';
import type { OpenExchanges } from '../open-exchanges.js';

import type { TasksBinding } from './binding.js';
import { createLifecycleMethods } from './methods/lifecycle.js';
import { createMethods } from './methods/methods.js';
import {
  type ClientEnds,
  type RequestContext,
  toRequestContext,
} from './methods/request-context.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';

export type RequestDispatcher = Dispatcher<ClientEnds, RequestContext>;

export function createDispatcher(
  identity: ServerIdentity,
  binding: TasksBinding,
  open: OpenExchanges,
): RequestDispatcher {
  const { underWay, logger, observer } = binding;
  return new Dispatcher({
    methods: { ...createLifecycleMethods(identity, binding), ...createMethods(binding) },
    toContext: toRequestContext,
    toError: toErrorObject,
    methodNotFound: () => methodNotFound(),
    open,
    underWay,
    logger,
    observer,
  });
}
