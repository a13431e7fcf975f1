import { randomUUID } from 'node:crypto';

import { connectBeside } from '../beside/connect-beside.js';
import { toScenario } from '../comparison.js';
import { connectAll } from '../peers/connect.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { time } from '../scenario.js';

import { targetsOfRequest } from './targets.js';

/** The servers have one owner, and would pass over the equal calls of each other. Other programs know no such member. */
const toArguments = (): Readonly<Record<string, unknown>> => ({ call: randomUUID() });

/**
 * On a Task Queue that nobody polls: what a worker does with the execution comes after the reply, and would only
 * fall on whoever is measured next.
 */
export const create = toScenario({
  name: 'create',
  title: '`tools/call` as a task, beside a start with the same options',
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
        isBeside: beside.includes(peer),
        measure: async () =>
          time(async () => peer.create('never_polled', beside.includes(peer) ? {} : toArguments())),
      })),
    ];
  },
});
