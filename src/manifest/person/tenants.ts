/** `server.tenants`: the tenant of a caller, and the place of its work. */
import * as z from 'zod';

import { TASK_QUEUE_PLACEHOLDER, type Tenants } from '../../core/person/tenants.js';
import { text, key } from '../key.js';

/** Each of them may have a namespace of its own, of which there may be fewer. */
const MAX_TENANTS = 1_000;
/** It is part of every owner's name, which travels in session IDs. */
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

/** As the gate, and what runs tasks, take them. */
export function toTenants({ claim, values }: z.output<typeof tenantsSchema>): Tenants {
  return { claim, values: new Map(Object.entries(values)) };
}
