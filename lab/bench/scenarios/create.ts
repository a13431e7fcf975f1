import { randomUUID } from 'node:crypto';

import { connectBeside } from '../beside/connect-beside.js';
import { toScenario } from '../comparison.js';
import { connectAll } from '../peers/connect.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { time } from '../scenario.js';

import { targetsOfRequest } from './targets.js';

/**
 * Makes each call different. The servers have one owner: on a repeated call, a server first reads up to 8 equal tasks
 * of the other servers. Tools of other products have no member `call`.
 */
const toArguments = (): Readonly<Record<string, unknown>> => ({ call: randomUUID() });

/**
 * Uses a Task Queue without Workers. A Worker would run the execution after the reply, and would slow the next
 * subject.
 */
export const create = toScenario({
  name: 'create',
  title: '`tools/call` as a task, compared with a start with the same options',
  targets: targetsOfRequest,
  prepare: async (context) => {
    const { environment } = context;
    const own = await connectAll(context);
    const beside = await connectBeside(context);
    return [
      {
        name: 'Temporal Client',
        measure: async () =>
          time(async () =>
            startRaw(environment, { ...neverPolled(environment), args: toArguments() }),
          ),
      },
      ...[...own, ...beside].map((peer) => ({
        name: peer.name,
        isReference: beside.includes(peer),
        measure: async () =>
          time(async () => peer.create('never_polled', beside.includes(peer) ? {} : toArguments())),
      })),
    ];
  },
});
