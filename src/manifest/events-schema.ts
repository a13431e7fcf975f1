/** `server.events`: what clients may subscribe to. */
import { z } from 'zod';

/** `server.events`, where it says more than that there are any. */
export const eventsSchema = z.strictObject({
  statusChanged: z.boolean().optional(),
  errorCodes: z.enum(['sketch', 'sep']).optional(),
  topLevelCapability: z.boolean().optional(),
});
