import { setTimeout as delay } from 'node:timers/promises';

import { LocalTemporalError } from './local-temporal-error.js';
import { probeTemporal, type TemporalProbe } from './probe-temporal.js';

/** A Temporal Service that already runs on this machine. */
export interface RunningTemporal {
  /** `localhost:<port>`. */
  readonly address: string;
  readonly serverVersion: string;
}

export interface FindRunningTemporalOptions {
  readonly port: number;
  readonly namespace: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * Time in which a program on the port must answer as a Temporal Service with the namespace, in milliseconds.
   * Default: 3,000, since Docker accepts connections before the program in the container does, and
   * a service answers before it has created its namespace.
   */
  readonly timeoutMs?: number | undefined;
}

/**
 * Finds a Temporal Service on a port of localhost by asking for its version. Returns `undefined`
 * if the port is closed.
 *
 * @throws the signal's reason when aborted
 * @throws {LocalTemporalError} `notTemporal` if another program answers
 * @throws {LocalTemporalError} `namespaceMissing` if the service lacks the namespace
 */
export async function findRunningTemporal(
  options: FindRunningTemporalOptions,
): Promise<RunningTemporal | undefined> {
  const { port, namespace, signal, timeoutMs = 3_000 } = options;
  const address = `localhost:${port}`;
  const until = Date.now() + timeoutMs;
  for (;;) {
    const limits = { timeoutMs: Math.max(until - Date.now(), 500), signal };
    const probe = await probeTemporal({ host: 'localhost', port, namespace, ...limits });
    if (probe.kind === 'closed') return undefined;
    if (probe.kind === 'temporal' && probe.hasNamespace) {
      return { address, serverVersion: probe.serverVersion };
    }
    if (Date.now() >= until) throw toUnusableError(probe, options);
    await delay(Math.min(100, Math.max(until - Date.now(), 0)));
    signal?.throwIfAborted();
  }
}

function toUnusableError(
  probe: TemporalProbe,
  { port, namespace }: FindRunningTemporalOptions,
): LocalTemporalError {
  if (probe.kind === 'temporal') {
    return new LocalTemporalError(
      'namespaceMissing',
      `The Temporal Service on localhost:${port} has no namespace ${namespace}. Create it with ` +
        `\`temporal operator namespace create -n ${namespace}\`, or choose another port with --temporal-port.`,
    );
  }
  return new LocalTemporalError(
    'notTemporal',
    `Port ${port} is taken by a program that does not answer as a Temporal Service. ` +
      'Stop that program, choose another port with --temporal-port, or set TEMPORAL_ADDRESS.',
    { cause: probe.kind === 'other' ? probe.error : undefined },
  );
}
