/** Descriptions of the keys for a server on a network. */
import { describe, type Described } from '../describe-keys.js';

import {
  addressLimitsSchema,
  limitsSchema,
  overallLimitsSchema,
  principalLimitsSchema,
} from './limits-schema.js';

const LIMITS = {
  requestsPerMinute: 'Requests a minute; false: any number.',
  callsPerMinute: 'Calls of tools a minute; false: any number.',
  openRequests: 'Requests that are open at once; false: any number.',
  openStreams:
    'Those of them that are streams waiting for no answer (GET, subscriptions/listen); false: any number.',
  openBytes: 'Bytes of the bodies of open requests: "64 MiB"; false: any number.',
};

/** `server.limits`. */
export const WEB_KEYS: readonly Described[] = [
  describe(limitsSchema, {
    perPrincipal: 'What each principal may do.',
    overall: 'What all may do together.',
    perAddress: 'What may come from one address of the network.',
  }),
  describe(overallLimitsSchema, LIMITS),
  describe(principalLimitsSchema, {
    ...LIMITS,
    openTasks: 'How many tasks may be open; false: any number.',
    pollsPerMinute:
      'How often one task may be looked at; false: any number. Default: four times as often as the shortest pollInterval says, 120 at least.',
  }),
  describe(addressLimitsSchema, {
    failedTokensPerMinute:
      'Tokens that do not hold; false: any number. Default: 60. Behind a proxy, set trustProxy.',
  }),
];
