import type { ConfiguredEvent, ConfiguredWebhook } from '../../core/event/configured-webhook.js';
import { matchPattern } from '../../core/tool/tool-pattern.js';
import type { LocatedProblem } from '../file/located-problem.js';
import type { ManifestSource } from '../manifest-schema.js';

import type { ServerWebhookSource, ToolWebhookSource } from './configured-webhook-schema.js';

/** The default of most webhooks. Questions cost a look at every open task. */
const DEFAULT_EVENTS: readonly ConfiguredEvent[] = ['task.finished'];

/** A plain `http` URL goes to a loopback address alone, where that is meant. */
const LOOPBACK_HTTP = /^http:\/\/(127(\.\d{1,3}){3}|\[::1\])[:/]/;

/** Endpoints, as a manifest has them, and where each stands in it. */
interface Written {
  readonly path: readonly (string | number)[];
  readonly webhook: ServerWebhookSource | ToolWebhookSource;
  readonly tools: readonly string[] | undefined;
}

function collect({ server, tools }: ManifestSource): Written[] {
  const ofServer = (server?.webhooks ?? []).map((webhook, at) => ({
    ...{ path: ['server', 'webhooks', at], webhook, tools: webhook.tools },
  }));
  const ofTools = Object.entries(tools).flatMap(([name, { webhooks = [] }]) =>
    webhooks.map((webhook, at) => ({
      ...{ path: ['tools', name, 'webhooks', at], webhook, tools: [name] },
    })),
  );
  return [...ofServer, ...ofTools];
}

/** Every endpoint that a manifest names, for a tool or for all. */
export function toConfiguredWebhooks(source: ManifestSource): readonly ConfiguredWebhook[] {
  return collect(source).map(({ webhook, tools }) => {
    const { url, secret, events = DEFAULT_EVENTS, headers } = webhook;
    const { tellOwner, internalAddresses } = webhook;
    return {
      ...{ url, secret, events: [...new Set(events)] },
      ...(tools && { tools: [...new Set(tools)] }),
      ...(headers && { headers }),
      ...(tellOwner !== undefined && { tellOwner }),
      ...(internalAddresses !== undefined && { internalAddresses }),
    };
  });
}

/** Problems of configured webhooks beyond their form. */
export function checkConfiguredWebhooks(source: ManifestSource): LocatedProblem[] {
  const names = Object.keys(source.tools);
  const isTool = (tool: string): boolean =>
    names.some((name) => name === tool || matchPattern(name, tool) !== undefined);
  return collect(source).flatMap(({ path, webhook, tools }) => {
    const { url, internalAddresses = false } = webhook;
    const isPlain = url.startsWith('http:');
    const isMeant = internalAddresses && LOOPBACK_HTTP.test(url);
    const unknown = path[0] === 'server' ? (tools ?? []).filter((tool) => !isTool(tool)) : [];
    return [
      ...(isPlain && !isMeant
        ? [
            {
              path: [...path, 'url'],
              message:
                'Has to be https. For development, http may go to 127.0.0.1 with internalAddresses: true.',
            },
          ]
        : []),
      ...unknown.map((tool) => ({
        path: [...path, 'tools'],
        message: `There is no tool "${tool}".`,
      })),
    ];
  });
}
