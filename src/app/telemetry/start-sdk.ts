import type { NodeSDK } from '@opentelemetry/sdk-node';

import type { Logger } from '../../core/logger.js';
import { inTime } from '../../core/value/in-time.js';

import { DurationName } from './attributes.js';
import { hasSdk } from './load-telemetry.js';

/** Time limit for sending the last spans and metrics, in milliseconds. */
const FLUSH_WITHIN_MS = 5_000;
const SDK_PACKAGE = '@opentelemetry/sdk-node';

/** An SDK started by this process. */
export interface StartedSdk {
  /** Sends the remaining spans and metrics. Resolves after 5 s at the latest; never rejects. */
  readonly shutdown: () => Promise<void>;
}

/** Returns the named exporter of a signal; without a name, `otlp` if an endpoint is set, else `none`. */
function toExporter(environment: NodeJS.ProcessEnv, signal: 'TRACES' | 'METRICS'): string {
  const named = environment[`OTEL_${signal}_EXPORTER`];
  if (named !== undefined && named !== '') return named;
  const endpoint =
    environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ??
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return endpoint === undefined || endpoint === '' ? 'none' : 'otlp';
}

/**
 * Returns the standard variables for the SDK, or `undefined` if they ask for no export. Unset variables get safe
 * defaults here: the SDK's defaults would send to a collector on this machine, and offer metrics to the whole network.
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
 * Starts OpenTelemetry's SDK if its standard variables ask for traces or metrics, and the process has no SDK yet.
 *
 * @param logger Gets the SDK's warnings and failed exports.
 * @throws {Error} If the SDK is not installed; the message says how to install it.
 */
export async function startSdk(
  logger: Logger,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<StartedSdk | undefined> {
  const settings = toSdkEnvironment(environment);
  if (!settings || hasSdk()) return undefined;
  const { NodeSDK: Sdk } = await importSdk();
  const { logProblems } = await import('./log-problems.js');
  logProblems(logger);
  Object.assign(process.env, settings);
  // The Prometheus exporter does not add the unit to names.
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
