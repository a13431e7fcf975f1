import type { NodeSDK } from '@opentelemetry/sdk-node';

import { inTime } from '../../core/value/in-time.js';

import { DurationName } from './duration-names.js';
import { hasSdk } from './load-telemetry.js';

/** How long the last spans and metrics may take to go out, in milliseconds. */
const FLUSH_WITHIN_MS = 5_000;
const SDK_PACKAGE = '@opentelemetry/sdk-node';

/** An SDK that this process has started. */
export interface StartedSdk {
  /** Sends what is left. Resolves after 5 s at the latest; never rejects. */
  readonly shutdown: () => Promise<void>;
}

/** Signals that are exported, and where each is sent if its exporter is not named. */
function toExporter(environment: NodeJS.ProcessEnv, signal: 'TRACES' | 'METRICS'): string {
  const named = environment[`OTEL_${signal}_EXPORTER`];
  if (named !== undefined && named !== '') return named;
  const endpoint =
    environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ??
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return endpoint === undefined || endpoint === '' ? 'none' : 'otlp';
}

/**
 * The standard variables as the SDK is to read them. `undefined`: they ask for nothing. The SDK alone would send to a
 * collector on this machine what no variable mentions, and offer metrics to the whole network.
 */
export function toSdkEnvironment(
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> | undefined {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined;
  const traces = toExporter(environment, 'TRACES');
  const metrics = toExporter(environment, 'METRICS');
  if (traces === 'none' && metrics === 'none') return undefined;
  return {
    OTEL_TRACES_EXPORTER: traces,
    OTEL_METRICS_EXPORTER: metrics,
    OTEL_LOGS_EXPORTER: environment['OTEL_LOGS_EXPORTER'] ?? 'none',
    OTEL_EXPORTER_PROMETHEUS_HOST: environment['OTEL_EXPORTER_PROMETHEUS_HOST'] ?? 'localhost',
    OTEL_SERVICE_NAME: environment['OTEL_SERVICE_NAME'] ?? 'temporal-mcp-tasks',
  };
}

async function importSdk(): Promise<{ readonly NodeSDK: typeof NodeSDK }> {
  try {
    return await import('@opentelemetry/sdk-node');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      `OTEL_ variables ask for traces or metrics, and ${SDK_PACKAGE} is not installed. Install it: npm install ${SDK_PACKAGE}. Or turn them off: OTEL_SDK_DISABLED=true.`,
      { cause: error },
    );
  }
}

/**
 * Starts the SDK of OpenTelemetry if its standard variables ask for traces or metrics, and the process has none yet.
 *
 * @throws {Error} When it is not installed; the message says how to get it.
 */
export async function startSdk(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<StartedSdk | undefined> {
  const settings = toSdkEnvironment(environment);
  if (!settings || hasSdk()) return undefined;
  const { NodeSDK: Sdk } = await importSdk();
  Object.assign(process.env, settings);
  // The exporter leaves out the unit that names in Prometheus end with.
  const views =
    settings['OTEL_METRICS_EXPORTER'] === 'prometheus'
      ? Object.values(DurationName).map((instrumentName) => ({
          instrumentName,
          name: `${instrumentName}.seconds`,
        }))
      : [];
  const sdk = new Sdk({ views });
  sdk.start();
  return {
    shutdown: async () => {
      const done = sdk.shutdown().catch(() => undefined);
      await inTime(done, FLUSH_WITHIN_MS, () => undefined);
    },
  };
}
