import type { CallObserver } from '../../core/call-observer.js';
import type { TemporalClients, TemporalSettings } from '../config/connect-temporal.js';

/** Returns the server's Temporal Clients, which are created at the first call. */
export type Connect = () => Promise<TemporalClients>;

/** @param calls Receives each call. Default: no observer. */
export function createConnection(settings: TemporalSettings, calls?: CallObserver): Connect {
  let made: Promise<TemporalClients> | undefined;
  const make = async (): Promise<TemporalClients> => {
    const { connectTemporal } = await import('../config/connect-temporal.js');
    if (!calls) return connectTemporal(settings);
    const { observeCalls } = await import('../../temporal/trace/observe-calls.js');
    const { connection } = settings;
    const interceptors = [...(connection.interceptors ?? []), observeCalls(calls)];
    return connectTemporal({ ...settings, connection: { ...connection, interceptors } });
  };
  return async () => (made ??= make());
}
