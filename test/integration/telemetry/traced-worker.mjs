/**
 * A Worker of the examples with Temporal's own interceptors for OpenTelemetry, as a team runs one. Arguments: the
 * address of Temporal, and the Task Queue. It sends "polling" to its parent, and ends with it.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import { OpenTelemetryPlugin } from '@temporalio/interceptors-opentelemetry';
import { NativeConnection, Worker } from '@temporalio/worker';

import * as activities from '../../../dist/activities/index.js';

// The exporter that the SDK depends on.
const { OTLPTraceExporter } = createRequire(import.meta.resolve('@opentelemetry/sdk-node'))(
  '@opentelemetry/exporter-trace-otlp-http',
);

/** Adapts spans of Workflows, which are of OpenTelemetry 1.x, to the 2.x exporter, which renamed two members. */
class WorkflowSpans extends tracing.SimpleSpanProcessor {
  onEnd(span) {
    const { traceId } = span.spanContext();
    super.onEnd({
      ...span,
      instrumentationScope: span.instrumentationLibrary,
      ...(span.parentSpanId && { parentSpanContext: { traceId, spanId: span.parentSpanId } }),
    });
  }
}

const [address, taskQueue] = process.argv.slice(2);
new NodeSDK().start();
const plugin = new OpenTelemetryPlugin({
  resource: resources.defaultResource(),
  spanProcessor: new WorkflowSpans(new OTLPTraceExporter()),
});
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowsPath: fileURLToPath(new URL('../../../dist/workflows/index.js', import.meta.url)),
  activities,
  plugins: [plugin],
});
process.on('disconnect', () => process.exit());
process.send('polling');
await worker.run();
