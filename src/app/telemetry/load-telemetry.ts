import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/observer.js';

import { createLogObserver } from './log-observer.js';
import type { OtelObserver } from './otel-observer.js';
import type { KnownNames } from './request-attributes.js';

/**
 * The symbol under which an SDK registers. `@opentelemetry/api` itself takes too long to load for a server without an
 * SDK.
 */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Returns true if the process has an SDK of OpenTelemetry. */
export function hasSdk(): boolean {
  return Object.hasOwn(globalThis, REGISTERED);
}

/** The observers of a server. */
export interface Telemetry {
  /** Absent: there is neither a log nor an SDK. */
  readonly observer: Observer | undefined;
  /** Absent: there is no SDK. */
  readonly calls: OtelObserver['calls'] | undefined;
}

function join(log: Observer, otel: OtelObserver): Observer {
  return {
    ...otel,
    request: async (request, answer) =>
      otel.request(request, async () => log.request(request, answer)),
    task: (news) => {
      otel.task(news);
      log.task(news);
    },
    concerns: (task) => {
      otel.concerns?.(task);
      log.concerns?.(task);
    },
    refused: (status) => {
      otel.refused(status);
      log.refused(status);
    },
  };
}

/** Loads the observers of the process: for its log, and for OpenTelemetry if there is an SDK. */
export async function loadTelemetry(
  known: KnownNames,
  logger: Logger | undefined,
): Promise<Telemetry> {
  if (!hasSdk()) {
    return { observer: logger && createLogObserver(logger, known), calls: undefined };
  }
  const { createOtelObserver } = await import('./otel-observer.js');
  const { activeTraceId } = await import('./spans.js');
  const otel = createOtelObserver(known);
  const log = logger && createLogObserver(logger, { ...known, traceId: activeTraceId });
  return { observer: log ? join(log, otel) : otel, calls: otel.calls };
}
