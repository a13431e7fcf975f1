/** What the keys of `server.events` are for. */
import type { z } from 'zod';

import { eventsSchema } from './events-schema.js';

/** As `KEY_DESCRIPTIONS` has those of all other keys. */
export const EVENT_KEYS: readonly (readonly [z.ZodObject, Readonly<Record<string, string>>])[] = [
  [
    eventsSchema,
    {
      statusChanged: 'Whether task.status_changed is among them. Default: false.',
      errorCodes: 'Whose error numbers: sketch, or sep. Default: sketch.',
      topLevelCapability: 'Whether capabilities.events is announced, too. Default: true.',
    },
  ],
];
