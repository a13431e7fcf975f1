import type { NamespaceSettings } from '../../manifest/manifest.js';

import type { TemporalSettings } from './connect-temporal.js';
import { loadTemporalSettings } from './load-temporal-settings.js';

/**
 * Loads the connection settings of another namespace. Its profile overrides the environment, which describes the
 * server's own namespace.
 *
 * @param own The server's settings: its data converter, and its connection as the default.
 * @throws {Error} If the profile cannot be read.
 */
export async function loadNamespaceSettings(
  name: string,
  { namespace, profile, address }: NamespaceSettings,
  own: TemporalSettings,
): Promise<TemporalSettings> {
  const { dataConverter } = own;
  if (profile === undefined) {
    // The server's credentials must not be sent to another address.
    const connection = address === undefined ? own.connection : { address };
    return { ...own, connection, namespace: namespace ?? name };
  }
  const loaded = await loadTemporalSettings({
    profile,
    ignoresEnvironment: true,
    ...(address !== undefined && { address }),
    ...(namespace !== undefined && { namespace }),
  });
  return { ...loaded, ...(dataConverter && { dataConverter }) };
}
