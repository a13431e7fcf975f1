/** Descriptions of the keys of `server.tenants`. */
import { describe, type Described } from '../describe-keys.js';

import { tenantSchema, tenantsSchema } from './tenants-schema.js';

/** By schema. */
export const TENANT_KEYS: readonly Described[] = [
  describe(tenantsSchema, {
    claim: 'The claim of tokens that says whose tenant somebody is: a name, or a path with dots.',
    values: 'The tenants, by the value of the claim. Nobody else is let in.',
  }),
  describe(tenantSchema, {
    namespace: "One of server.namespaces, for all of its work. Default: the server's own.",
    taskQueue:
      'The Task Queue of all its work; "{taskQueue}" in it stands for that of the tool. Default: that of the tool.',
  }),
];
