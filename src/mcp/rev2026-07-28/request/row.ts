import type { Exchange } from '../../../core/request/exchange.js';
import type { Row as AnyRow, Streaming } from '../../row.js';

export interface Row extends AnyRow<Exchange> {
  readonly streams: Streaming;
  /** The result names its cache lifetime and scope (Schema › CacheableResult). */
  readonly isCacheable: boolean;
}
