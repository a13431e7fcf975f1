import type { EventSettings } from '../core/event-settings.js';
import type { Logger } from '../core/logger.js';
import type { Sealer } from '../core/sealer.js';
import type { Tasks } from '../core/tasks.js';
import { createEvents, type Events } from '../events/event-service.js';

import { statusOf } from './create-generations.js';

/** The events of a server; `undefined` where its manifest has none. */
export function createServerEvents(
  settings: EventSettings | undefined,
  options: {
    readonly tasks: Tasks;
    readonly sealer: Sealer;
    readonly canList: boolean;
    readonly logger?: Logger | undefined;
  },
): Events | undefined {
  return settings && createEvents({ ...options, settings, statusOf });
}
