import { toScenario } from '../comparison.js';
import { connectAll } from '../peers/connect.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { time } from '../scenario.js';

/** Measures the time until the request is acknowledged. The Workflow's reaction is not measured. */
export const cancel = toScenario({
  name: 'cancel',
  title: '`tasks/cancel`, compared with a cancellation request',
  timesATurn: 2,
  notes: [
    'For a cancellation, the server reads the task, sends a Signal with the reason, and starts a companion. The companion ends the task if it does not end itself.',
  ],
  prepare: async (context) => {
    const { environment } = context;
    const start = async () => startRaw(environment, neverPolled(environment));
    return [
      {
        name: 'Temporal Client',
        measure: async () => {
          const handle = await start();
          return time(async () => handle.cancel());
        },
      },
      ...(await connectAll(context)).map(({ name, cancel: cancelTask }) => ({
        name,
        measure: async () => {
          const { workflowId } = await start();
          return time(async () => cancelTask(workflowId));
        },
      })),
    ];
  },
});
