import type { Exchange } from '../../../core/request/exchange.js';
import type { Row as AnyRow, Streaming } from '../../row.js';
import { protocol } from '../wire/protocol.js';

export interface Row extends AnyRow<Exchange> {
  readonly streams: Streaming;
  /** The result names its cache lifetime and scope (Schema › CacheableResult). */
  readonly isCacheable: boolean;
}

/** In this revision, questions travel in answers, so an exchange asks none. */
export function toExchange(facts: Omit<Exchange, 'role' | 'protocol' | 'ask' | 'show'>): Exchange {
  return { ...facts, role: 'owner', protocol, show: async () => Promise.resolve() };
}
