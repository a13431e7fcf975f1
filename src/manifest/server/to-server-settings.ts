import type { EventSettings } from '../../core/event/event-settings.js';
import type { ManifestSource } from '../manifest-schema.js';
import type { Manifest } from '../manifest.js';
import { toTenants } from '../person/tenants-schema.js';
import { toAuthSettings } from '../person/to-auth-settings.js';

import { toUsableKeys } from './codec-schema.js';
import { toInboxSettings } from './inbox-schema.js';

/** Default name of the server. */
export const DEFAULT_SERVER_NAME = 'temporal-mcp-tasks';

function toEventSettings(
  events: NonNullable<ManifestSource['server']>['events'],
): EventSettings | undefined {
  if (events === undefined || events === false) return undefined;
  if (events === true) return {};
  const { webhooks, ...others } = events;
  if (webhooks === undefined || webhooks === false) return others;
  return { ...others, webhooks: webhooks === true ? {} : webhooks };
}

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
    ...(limits && { limits }),
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
