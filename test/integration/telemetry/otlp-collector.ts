import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '../../support/eventually.js';

/** A span as OTLP has it in JSON. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: SERVER. */
  readonly kind: number;
  /** Nanoseconds since the epoch, as a decimal string. All have one length, so that strings compare as numbers. */
  readonly startTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2: ERROR. */
  readonly status: { readonly code?: number; readonly message?: string };
}

/** The last export of one series of a metric. */
export interface CollectedPoint {
  readonly metric: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly count?: string | number;
}

/** A collector of OpenTelemetry that keeps what processes export to it. */
export interface OtlpCollector {
  readonly spans: readonly CollectedSpan[];
  readonly points: readonly CollectedPoint[];
  /** Waits for a span. */
  readonly until: (what: string, isIt: (span: CollectedSpan) => boolean) => Promise<CollectedSpan>;
  /** Variables of a process that exports to it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

type WireSpan = Omit<CollectedSpan, 'attributes' | 'links'> & {
  readonly attributes?: readonly WireAttribute[];
  readonly links?: CollectedSpan['links'];
};

interface WirePoint {
  readonly attributes?: readonly WireAttribute[];
  readonly count?: string | number;
}

interface WireMetric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly WirePoint[] };
}

interface WireExport {
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics?: readonly { readonly metrics?: readonly WireMetric[] }[];
  }[];
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly { readonly spans?: readonly WireSpan[] }[];
  }[];
}

function toAttributes(attributes: readonly WireAttribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

function toSpan({ attributes, links = [], ...span }: WireSpan): CollectedSpan {
  return { ...span, links, attributes: toAttributes(attributes) };
}

function toPoints({ name: metric, histogram }: WireMetric): CollectedPoint[] {
  return (histogram?.dataPoints ?? []).map(({ attributes, ...point }) => ({
    ...point,
    metric,
    attributes: toAttributes(attributes),
  }));
}

/** Starts a collector on a free port. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const points: CollectedPoint[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text) as WireExport;
      const scopes = resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans);
      spans.push(...scopes.flatMap((scope) => (scope.spans ?? []).map(toSpan)));
      const measured = resourceMetrics.flatMap(({ scopeMetrics = [] }) => scopeMetrics);
      points.push(...measured.flatMap(({ metrics = [] }) => metrics.flatMap(toPoints)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    spans,
    points,
    until: async (what, isIt) => eventually(what, () => spans.find(isIt)),
    environment: {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
