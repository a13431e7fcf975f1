import type { ServerIdentity } from '../generation.js';

import type { TasksBinding } from './binding.js';
import type { Connection } from './methods/connection.js';
import type { Methods } from './methods/methods.js';
import type { OpenExchanges } from './streams/open-exchanges.js';

/** What all HTTP requests are answered with. */
export interface HttpService {
  readonly identity: ServerIdentity;
  readonly binding: TasksBinding;
  readonly methods: Methods;
  /** What there is to know of a connection, but for who is at its other end. */
  readonly connection: Omit<Connection, 'callerOf'>;
  readonly open: OpenExchanges;
}
