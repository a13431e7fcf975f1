import {
  context,
  type Context,
  createTraceState,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

import type { ServedReply, ServedRequest, TracedMessage } from '../../core/request/observer.js';
import type { Task } from '../../core/task/task.js';
import { limitText } from '../../core/value/client-limits.js';
import { withoutUndefined } from '../../core/value/members.js';

import {
  type IsTool,
  metaIn,
  OTHER,
  parseTraceparent,
  toErrorType,
  toolOf,
  toReplyAttributes,
  toRequestAttributes,
} from './attributes.js';

const NO_TEXT = { get: () => null };

function toSpanContext(traceparent: unknown, tracestate?: unknown): SpanContext | undefined {
  const span = parseTraceparent(traceparent);
  if (!span) return undefined;
  const state = typeof tracestate === 'string' ? limitText('tracestate', tracestate) : undefined;
  return {
    ...span,
    isRemote: true,
    ...withoutUndefined({ traceState: state === undefined ? undefined : createTraceState(state) }),
  };
}

/** Returns the process's current span, or else the span in the headers of the HTTP request. */
function toAmbient({ headers = NO_TEXT }: ServedRequest): SpanContext | undefined {
  return (
    trace.getSpanContext(context.active()) ??
    toSpanContext(headers.get('traceparent'), headers.get('tracestate'))
  );
}

/**
 * Returns the parent span and links. The span in `_meta` is the parent, with the HTTP request's span as a link. Without
 * it, the HTTP request's span is the parent.
 */
function toParent(request: ServedRequest): { readonly parent: Context; readonly links: Link[] } {
  const { traceparent, tracestate } = metaIn(request.params);
  const ofClient = toSpanContext(traceparent, tracestate);
  const ambient = toAmbient(request);
  const span = ofClient ?? ambient;
  return {
    parent: span ? trace.setSpanContext(context.active(), span) : ROOT_CONTEXT,
    links: ofClient && ambient ? [{ context: ambient }] : [],
  };
}

function finish(span: Span, request: ServedRequest, reply: ServedReply): void {
  span.setAttributes(toReplyAttributes(reply));
  const isLeft = request.signal.aborted;
  if (isLeft) span.setAttribute('error.type', 'cancelled');
  else if (toErrorType(reply) !== undefined) {
    const { error } = reply;
    span.setStatus({
      code: SpanStatusCode.ERROR,
      ...withoutUndefined({ message: error?.message }),
    });
  }
  span.end();
}

/** Answers a request in a new span. */
export async function withSpan<Reply extends ServedReply>(
  request: ServedRequest,
  isTool: IsTool,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const { parent, links } = toParent(request);
  const { id, method = OTHER } = request;
  const tool = toolOf(request, isTool);
  // Only names that the server has defined.
  const name = tool === undefined ? method : `${method} ${tool}`;
  const attributes = {
    ...toRequestAttributes(request, isTool),
    'jsonrpc.request.id': limitText('loggedId', String(id)),
  };
  const span = trace
    .getTracer('temporal-mcp-tasks')
    .startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
  const reply = await context.with(trace.setSpan(parent, span), answer);
  finish(span, request, reply);
  return reply;
}

/** Adds the task's ID to the current span, also under the key of Temporal's interceptors. */
export function nameTask(taskId: string): void {
  const named = limitText('loggedId', taskId);
  trace.getActiveSpan()?.setAttributes({
    'temporal_mcp.task.id': named,
    temporalWorkflowId: named,
  });
}

/** Links the span of a later request to the span that created the task. */
export function linkToCreation({
  taskId,
  phase,
  traceparent,
}: Pick<Task, 'taskId' | 'phase' | 'traceparent'>): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  nameTask(taskId);
  span.setAttribute('temporal_mcp.task.phase', phase);
  const created = toSpanContext(traceparent);
  if (created && created.spanId !== span.spanContext().spanId) span.addLink({ context: created });
}

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

export function activeSpan(): SpanContext | undefined {
  const span = trace.getSpanContext(context.active());
  return span && trace.isSpanContextValid(span) ? span : undefined;
}

/** Returns the current span for the memo of a task, if it is sampled. A link to an unsampled span leads nowhere. */
export function activeTraceparent(): string | undefined {
  const span = activeSpan();
  const isSampled = span !== undefined && (span.traceFlags & TraceFlags.SAMPLED) !== 0;
  return isSampled ? toTraceparent(span) : undefined;
}

/** Begins a span for a message to a Workflow, below the current span; `undefined` if there is none. */
export function traceMessage(operation: string): TracedMessage | undefined {
  if (!activeSpan()) return undefined;
  const span = trace
    .getTracer('temporal-mcp-tasks')
    .startSpan(operation, { kind: SpanKind.CLIENT, attributes: { 'rpc.system.name': 'grpc' } });
  const made = span.spanContext();
  const tracestate = made.traceState?.serialize() ?? '';
  return {
    // Baggage is left out: it is a client's text, and history is kept.
    fields: withoutUndefined({
      traceparent: toTraceparent(made),
      tracestate: tracestate === '' ? undefined : tracestate,
    }),
    ended: (code) => {
      span.setAttribute('rpc.response.status_code', String(code));
      if (code !== 0) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
