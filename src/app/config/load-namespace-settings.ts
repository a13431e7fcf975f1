import type { NamespaceSettings } from '../../manifest/manifest.js';

import type { TemporalSettings } from './connect-temporal.js';
import { loadTemporalSettings } from './load-temporal-settings.js';

/**
 * How to reach a further namespace. What a profile says holds although the environment says otherwise, which is about the
 * server's own namespace.
 *
 * @param own Of the server: its connection, where the namespace has none of its own; and its data converter.
 * @throws {Error} When the profile cannot be read.
 */
export async function loadNamespaceSettings(
  name: string,
  { namespace, profile, address }: NamespaceSettings,
  own: TemporalSettings,
): Promise<TemporalSettings> {
  const { dataConverter } = own;
  if (profile === undefined) {
    // Another address is not shown the credentials of this one.
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
