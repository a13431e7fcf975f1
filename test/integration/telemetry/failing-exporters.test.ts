import { afterEach, expect, it } from '@jest/globals';

import { type CliProcess, startCli } from '../../support/start-cli.js';
import { TEST_MANIFEST } from '../../support/start-mcp-server.js';

/** Levels of the log in numbers. */
const WARNING = 40;
const ERROR = 50;

let server: CliProcess | undefined;

afterEach(async () => {
  await server?.end('SIGTERM');
});

function serve(environment: NodeJS.ProcessEnv): CliProcess {
  server = startCli(['serve', '--http', '--port', '0', '--manifest', TEST_MANIFEST], {
    environment: { TEST_TASK_QUEUE: 'unpolled', ...environment },
  });
  return server;
}

it('the log has an exporter that is unknown', async () => {
  const { untilOutput } = serve({ OTEL_TRACES_EXPORTER: 'jaeger' });
  const [line = ''] = await untilOutput(/\{.*OpenTelemetry reports a problem.*\}/);

  expect(JSON.parse(line)).toMatchObject({
    level: WARNING,
    reason: 'Unrecognized OTEL_TRACES_EXPORTER value: jaeger.',
  });
});

it('the log has an export that fails', async () => {
  const { untilOutput } = serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
    OTEL_METRIC_EXPORT_TIMEOUT: '100',
  });
  const [line = ''] = await untilOutput(/\{.*OpenTelemetry reports a problem.*\}/);

  expect(JSON.parse(line)).toMatchObject({
    level: ERROR,
    reason: expect.stringContaining('metrics export'),
  });
});

it('the log has nothing of exporters that are off', async () => {
  const { untilOutput, output } = serve({
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: '0',
  });
  await untilOutput(/http:\/\/127\.0\.0\.1:\d+\/mcp/);

  expect(output()).not.toContain('OpenTelemetry');
});
