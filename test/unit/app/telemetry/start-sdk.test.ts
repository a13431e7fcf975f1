import { describe, expect, it } from '@jest/globals';

import { hasSdk, loadTelemetry } from '../../../../src/app/telemetry/load-telemetry.js';
import { startSdk, toSdkEnvironment } from '../../../../src/app/telemetry/start-sdk.js';
import { silentLogger } from '../../../../src/core/logger.js';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

describe('toSdkEnvironment', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['no variable', {}],
    ['a name alone', { OTEL_SERVICE_NAME: 'purchases' }],
    ['exporters that are none', { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
    ['empty variables', { OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['an SDK that is disabled', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
  ])('asks for nothing with %s', (_what, environment) => {
    expect(toSdkEnvironment(environment)).toBeUndefined();
  });

  it('asks for traces and metrics where there is a collector', () => {
    expect(toSdkEnvironment(ENDPOINT)).toStrictEqual({
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_EXPORTER_PROMETHEUS_HOST: 'localhost',
      OTEL_SERVICE_NAME: 'temporal-mcp-tasks',
    });
  });

  it('sends no traces where metrics alone are asked for, and offers them to this machine alone', () => {
    expect(toSdkEnvironment({ OTEL_METRICS_EXPORTER: 'prometheus' })).toMatchObject({
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_HOST: 'localhost',
    });
  });
});

describe('a process without an SDK', () => {
  it('loads nothing of OpenTelemetry, and observes no call to Temporal (O-007)', async () => {
    expect(await startSdk(silentLogger, {})).toBeUndefined();
    expect(hasSdk()).toBe(false);

    const { observer, calls } = await loadTelemetry(() => true, silentLogger);

    expect(calls).toBeUndefined();
    expect(observer?.traceparent()).toBeUndefined();
    expect((await loadTelemetry(() => true, undefined)).observer).toBeUndefined();
  });
});
