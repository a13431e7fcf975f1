/** `server.audit`: where it is written who did what. */
import { z } from 'zod';

import { text } from '../file/text.js';

/** `server.audit` as a whole. */
export const auditSchema = z.strictObject({
  to: text,
  failClosed: z.boolean().optional(),
});
