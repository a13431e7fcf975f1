/** `server.events`: what clients may subscribe to. */
import { z } from 'zod';

const MAX_PORT = 65_535;

/** `server.events.webhooks`, where it says more than that there may be any. */
export const webhooksSchema = z.strictObject({
  ports: z.array(z.int().min(1).max(MAX_PORT)).min(1).optional(),
  hosts: z
    .array(
      z.string().regex(/^(\*\.)?[a-z0-9.-]+$/, 'Write a host in lower case, or "*.example.com".'),
    )
    .min(1)
    .optional(),
  internalAddresses: z.boolean().optional(),
  loopbackHttp: z.boolean().optional(),
  localUser: z.boolean().optional(),
});

/** `server.events`, where it says more than that there are any. */
export const eventsSchema = z.strictObject({
  statusChanged: z.boolean().optional(),
  webhooks: z
    .union([z.boolean(), webhooksSchema], {
      error: 'Write true, or which endpoints there may be: { hosts: ["*.example.com"] }.',
    })
    .optional(),
});
