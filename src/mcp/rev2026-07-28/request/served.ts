import type { Logger } from '../../../core/logger.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Toolbox } from '../../../service/calls/toolbox.js';
import type { Rows } from '../../row.js';
import type { Run } from '../../run.js';
import type { UnderWay } from '../../under-way.js';

import type { Row } from './exchange.js';

/** A generation behind both transports, HTTP and stdio. */
export interface Served {
  readonly rows: Rows<Row>;
  readonly run: Run<Exchange, Row>;
  readonly tools: Toolbox;
  readonly underWay: UnderWay;
  readonly logger: Logger | undefined;
}
