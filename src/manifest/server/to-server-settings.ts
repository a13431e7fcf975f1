import { toEventSettings } from '../event/events.js';
import type { ManifestSource } from '../manifest-schema.js';
import type { Manifest } from '../manifest.js';
import { toAuthSettings } from '../person/auth.js';
import { toTenants } from '../person/tenants.js';

import { toUsableKeys } from './codec-schema.js';
import { toInboxSettings } from './inbox.js';
import { toLimits } from './limits.js';

/** Default name of the server. */
export const DEFAULT_SERVER_NAME = 'temporal-mcp-tasks';

/** The settings of the server as a whole. */
export function toServerSettings(source: ManifestSource['server'] = {}): Omit<Manifest, 'tools'> {
  const { name = DEFAULT_SERVER_NAME, title, version, instructions } = source;
  const {
    generations,
    taskTools,
    hosts,
    namespaces,
    askAgainAfter,
    auth,
    limits,
    cors,
    trustProxy,
    temporal,
  } = source;
  const events = toEventSettings(source.events);
  const { codec, audit, inbox, tenants } = source;
  const codecKeys = codec && toUsableKeys(codec);
  const authSettings = auth && toAuthSettings(auth);
  return {
    ...(generations && { generations: [...new Set(generations)] }),
    ...(taskTools !== undefined && { taskTools }),
    ...(askAgainAfter !== undefined && { askAgainAfterMs: askAgainAfter }),
    ...(hosts && {
      hosts: new Map(Object.entries(hosts).map(([host, waitMs]) => [host.toLowerCase(), waitMs])),
    }),
    ...(namespaces && { namespaces: new Map(Object.entries(namespaces)) }),
    ...(authSettings && { auth: authSettings }),
    ...(tenants && { tenants: toTenants(tenants) }),
    ...(limits && { limits: toLimits(limits) }),
    ...(cors && { cors }),
    ...(trustProxy !== undefined && { trustProxy }),
    ...(events && { events }),
    ...(temporal && { temporalUse: temporal }),
    ...(codecKeys && { codecKeys }),
    ...(inbox && { inbox: toInboxSettings(inbox, authSettings?.resource) }),
    ...(audit && { audit: { to: audit.to, failClosed: audit.failClosed ?? false } }),
    server: {
      name,
      ...(title !== undefined && { title }),
      ...(version !== undefined && { version }),
      ...(instructions !== undefined && { instructions }),
    },
  };
}
