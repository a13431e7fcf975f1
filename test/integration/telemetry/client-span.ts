import { randomBytes } from 'node:crypto';

/** A client's span, the parent of its calls. */
export interface ClientSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceparent: string;
}

/** Begins a sampled trace. */
export function newClientSpan(): ClientSpan {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}
