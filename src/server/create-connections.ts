import type { TemporalClients, TemporalSettings } from '../config/connect-temporal.js';
import type { Manifest } from '../manifest/manifest.js';

/** The Temporal Clients of a namespace, by the name that tools call it by. Absent: that of the server. */
export type Connect = (name?: string) => Promise<TemporalClients>;

/**
 * The connections of a server, each made when it is first needed.
 *
 * @param own Of the namespace of the server.
 */
export function createConnections(
  own: TemporalSettings,
  namespaces: Manifest['namespaces'] = new Map(),
): Connect {
  const made = new Map<string, Promise<TemporalClients>>();
  const make = async (name: string): Promise<TemporalClients> => {
    const { connectTemporal } = await import('../config/connect-temporal.js');
    const settings = namespaces.get(name);
    if (!settings) return connectTemporal(own);
    const { loadNamespaceSettings } = await import('../config/load-namespace-settings.js');
    return connectTemporal(await loadNamespaceSettings(name, settings, own));
  };
  return async (name = '') => {
    const clients = made.get(name) ?? make(name);
    made.set(name, clients);
    return clients;
  };
}
