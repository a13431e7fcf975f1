import type { CallObserver } from '../../core/call-observer.js';
import type { Manifest, NamespaceSettings } from '../../manifest/manifest.js';
import type { TemporalClients, TemporalSettings } from '../config/connect-temporal.js';

export type NamespacesByName = NonNullable<Manifest['namespaces']>;

/**
 * The Temporal Clients of a namespace, by the name that tools and tenants call it by. Absent: that of the server.
 *
 * @param namespaces Those of another manifest than the one that is served.
 */
export type Connect = (name?: string, namespaces?: NamespacesByName) => Promise<TemporalClients>;

/**
 * The connections of a server, each made when it is first needed.
 *
 * @param own Of the namespace of the server.
 * @param current The namespaces that are served, which a reload may change.
 * @param calls Told of each call. Default: nobody is.
 */
export function createConnections(
  own: TemporalSettings,
  current: () => NamespacesByName | undefined,
  calls?: CallObserver,
): Connect {
  /** Keyed by all settings of a connection, so that a refused reload leaves no wrong settings under a name. */
  const made = new Map<string, Promise<TemporalClients>>();
  const observed = async (settings: TemporalSettings): Promise<TemporalSettings> => {
    if (!calls) return settings;
    const { observeCalls } = await import('../../temporal/trace/observe-calls.js');
    const { connection } = settings;
    const interceptors = [...(connection.interceptors ?? []), observeCalls(calls)];
    return { ...settings, connection: { ...connection, interceptors } };
  };
  const make = async (
    name: string,
    settings: NamespaceSettings | undefined,
  ): Promise<TemporalClients> => {
    const { connectTemporal } = await import('../config/connect-temporal.js');
    if (!settings) return connectTemporal(await observed(own));
    const { loadNamespaceSettings } = await import('../config/load-namespace-settings.js');
    return connectTemporal(await observed(await loadNamespaceSettings(name, settings, own)));
  };
  return async (name = '', namespaces = current()) => {
    const settings = namespaces?.get(name);
    const key = settings ? JSON.stringify([name, settings]) : '';
    const clients = made.get(key) ?? make(name, settings);
    made.set(key, clients);
    try {
      return await clients;
    } catch (error) {
      // A file that cannot be read may be put right.
      made.delete(key);
      throw error;
    }
  };
}

/** Has a connection made to each, which is opened when it is first used. */
export async function connectAll(
  connect: Connect,
  namespaces: NamespacesByName | undefined,
): Promise<void> {
  await Promise.all(
    Array.from(namespaces?.keys() ?? [], async (name) => connect(name, namespaces)),
  );
}
