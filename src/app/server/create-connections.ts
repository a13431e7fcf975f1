import type { Manifest, NamespaceSettings } from '../../manifest/manifest.js';
import type { TemporalClients, TemporalSettings } from '../config/connect-temporal.js';

/** The namespaces of a manifest, by name. */
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
 */
export function createConnections(
  own: TemporalSettings,
  current: () => NamespacesByName | undefined,
): Connect {
  /** Keyed by all settings of a connection, so that a refused reload leaves no wrong settings under a name. */
  const made = new Map<string, Promise<TemporalClients>>();
  const make = async (
    name: string,
    settings: NamespaceSettings | undefined,
  ): Promise<TemporalClients> => {
    const { connectTemporal } = await import('../config/connect-temporal.js');
    if (!settings) return connectTemporal(own);
    const { loadNamespaceSettings } = await import('../config/load-namespace-settings.js');
    return connectTemporal(await loadNamespaceSettings(name, settings, own));
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
