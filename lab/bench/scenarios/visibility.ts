import { setTimeout as pause } from 'node:timers/promises';

import { neverPolled, startRaw } from '../raw-temporal.js';
import { type Scenario, time } from '../scenario.js';
import { percentile } from '../statistics.js';
import type { Row } from '../table.js';

const EXECUTIONS = 40;
const LOOK_EVERY_MS = 10;
/** A frontend allows ten visibility calls a second. */
const REST_MS = 500;

/** Measures the lag of visibility. Lists of other replicas have the same lag. */
export const visibility: Scenario = {
  name: 'visibility',
  run: async ({ environment }) => {
    const { workflow } = environment.temporal;
    const until = async (query: string): Promise<void> => {
      while ((await workflow.count(query)).count === 0) await pause(LOOK_EVERY_MS);
    };
    const samples = { start: [] as number[], end: [] as number[] };
    for (let index = 0; index < EXECUTIONS; index += 1) {
      const handle = await startRaw(environment, neverPolled(environment));
      const query = `WorkflowId = '${handle.workflowId}'`;
      samples.start.push(await time(async () => until(query)));
      await pause(REST_MS);
      await handle.terminate('enough');
      samples.end.push(
        await time(async () => until(`${query} AND ExecutionStatus = 'Terminated'`)),
      );
      await pause(REST_MS);
    }
    const row = (name: string, of: readonly number[]): Row => ({
      name,
      cells: [50, 95].map((percent) => percentile(of, percent)),
    });
    return [
      {
        title: 'Lag of visibility',
        columns: ['p50, ms', 'p95, ms'],
        rows: [
          row('from a start until visibility has it', samples.start),
          row('from an end until visibility has it', samples.end),
        ],
        notes: [`${EXECUTIONS} executions, one after another.`],
        samples,
      },
    ];
  },
};
