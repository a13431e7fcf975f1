import type { ServerIdentity } from '../generation.js';

import type { TasksBinding } from './binding.js';
import type { OpenExchanges } from './open-exchanges.js';

/** What all HTTP requests are answered with. */
export interface HttpService {
  readonly identity: ServerIdentity;
  readonly binding: TasksBinding;
  readonly open: OpenExchanges;
}
