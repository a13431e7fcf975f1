import type { CallObserver } from '../../core/call-observer.js';
import type { Manifest, NamespaceSettings } from '../../manifest/manifest.js';
import type { TemporalClients, TemporalSettings } from '../config/connect-temporal.js';

export type NamespacesByName = NonNullable<Manifest['namespaces']>;

/**
 * Returns the Temporal Clients of a namespace, by its name in tools and tenants. Without a name: the server's own
 * namespace.
 *
 * @param namespaces Namespaces of another manifest than the served one.
 */
export type Connect = (name?: string, namespaces?: NamespacesByName) => Promise<TemporalClients>;

/**
 * Creates the connections of a server, each at first use.
 *
 * @param own Settings of the server's own namespace.
 * @param current Returns the served namespaces, which a reload may change.
 * @param calls Receives each call. Default: no observer.
 */
export function createConnections(
  own: TemporalSettings,
  current: () => NamespacesByName | undefined,
  calls?: CallObserver,
): Connect {
  /** Keyed by name and settings, so that a refused reload leaves no wrong settings under a name. */
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
      // The next call tries again, since an unreadable file may be repaired.
      made.delete(key);
      throw error;
    }
  };
}

/** Creates a connection for each namespace. It is opened at first use. */
export async function connectAll(
  connect: Connect,
  namespaces: NamespacesByName | undefined,
): Promise<void> {
  await Promise.all(
    Array.from(namespaces?.keys() ?? [], async (name) => connect(name, namespaces)),
  );
}
