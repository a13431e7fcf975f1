import { Dispatcher } from '../dispatcher.js';
import type { OpenExchanges } from '../open-exchanges.js';

import type { TasksBinding } from './binding.js';
import {
  type ClientEnds,
  type RequestContext,
  type Row,
  toRequestContext,
} from './methods/request-context.js';
import { methodNotFound, toErrorObject } from './wire/json-rpc-error.js';

export type RequestDispatcher = Dispatcher<ClientEnds, RequestContext, Row>;

export function createDispatcher(binding: TasksBinding, open: OpenExchanges): RequestDispatcher {
  const { underWay, logger, observer } = binding;
  return new Dispatcher<ClientEnds, RequestContext, Row>({
    toContext: toRequestContext,
    toError: toErrorObject,
    methodNotFound: () => methodNotFound(),
    open,
    underWay,
    logger,
    observer,
  });
}
