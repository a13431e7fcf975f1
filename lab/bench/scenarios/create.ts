import { connectBeside } from '../beside/connect-beside.js';
import { toScenario } from '../comparison.js';
import { connectAll } from '../peers/connect.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { time } from '../scenario.js';

import { targetsOfRequest } from './targets.js';

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
        measure: async () => time(async () => startRaw(environment, neverPolled(environment))),
      },
      ...[...own, ...beside].map((peer) => ({
        name: peer.name,
        isReference: beside.includes(peer),
        measure: async () => time(async () => peer.create('never_polled')),
      })),
    ];
  },
});
