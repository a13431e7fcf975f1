/** `server.tenants`: the tenant of a caller, and the place of its work. */
import * as z from 'zod';

import { TASK_QUEUE_PLACEHOLDER, type Tenants } from '../../core/person/tenants.js';
import { text, key } from '../key.js';

/** Limit of tenants. The limit of namespaces is lower, but tenants may share a namespace. */
const MAX_TENANTS = 1_000;
/** Limit of a tenant's name, in characters: it is part of every owner's name, which session IDs contain. */
const MAX_NAME_LENGTH = 128;

function hasOnlyPlaceholder(taskQueue: string): boolean {
  return !/[{}]/.test(taskQueue.replaceAll(TASK_QUEUE_PLACEHOLDER, ''));
}

const tenant = z.strictObject({
  namespace: key(text, "One of server.namespaces, for all of its work. Default: the server's own."),
  taskQueue: key(
    text.refine(
      hasOnlyPlaceholder,
      `Only "${TASK_QUEUE_PLACEHOLDER}" can stand in it, for that of the tool.`,
    ),
    'The Task Queue of all its work; "{taskQueue}" in it stands for that of the tool. Default: that of the tool.',
  ),
});

/** `server.tenants`. */
export const tenantsSchema = z.strictObject({
  claim: text.describe(
    'The claim of tokens that names the tenant of a caller: a name, or a path with dots.',
  ),
  values: z
    .record(text.max(MAX_NAME_LENGTH), tenant)
    .refine(
      (all) => {
        const count = Object.keys(all).length;
        return count > 0 && count <= MAX_TENANTS;
      },
      `There may be 1 to ${MAX_TENANTS.toLocaleString('en')}.`,
    )
    .describe('The tenants, by the value of the claim. Nobody else is let in.'),
});

/** Converts `server.tenants` to the form that the rest of the server uses. */
export function toTenants({ claim, values }: z.output<typeof tenantsSchema>): Tenants {
  return { claim, values: new Map(Object.entries(values)) };
}
