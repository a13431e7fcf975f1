import { setTimeout as pause } from 'node:timers/promises';

import { STATE_MEMO_KEY, type WorkflowState } from '../../../src/core/contract/contract.js';
import type { BenchEnvironment } from '../bench-environment.js';
import { type Measure, toScenario } from '../comparison.js';
import { connectAll } from '../peers/connect.js';
import { type OpenQuestion, YES } from '../peers/peer.js';
import { startRaw } from '../raw-temporal.js';

import { targetsOfNews } from './targets.js';

/** Interval at which the raw client looks for a question, in milliseconds. This time is not measured. */
const LOOK_EVERY_MS = 20;
const SETTLE_MS = 100;
const ARGUMENTS = { filename: 'a.txt' };

/** Measures the time from the answer until the client knows that the task has ended. */
function measureAnswer(ask: () => Promise<OpenQuestion>): Measure {
  return async () => {
    const { endedAtMs, answer } = await ask();
    endedAtMs.catch(() => undefined);
    await pause(SETTLE_MS);
    const answeredAtMs = performance.now();
    const [atMs] = await Promise.all([endedAtMs, answer()]);
    return atMs - answeredAtMs;
  };
}

async function askRaw(environment: BenchEnvironment): Promise<OpenQuestion> {
  const handle = await startRaw(environment, {
    toolName: 'confirm_delete',
    workflowType: 'confirmDelete',
    args: ARGUMENTS,
  });
  const ended = handle.result();
  for (;;) {
    const { memo } = await handle.describe();
    const state = memo?.[STATE_MEMO_KEY] as WorkflowState | undefined;
    const [key] = Object.keys(state?.inputRequests ?? {});
    if (key !== undefined) {
      return {
        endedAtMs: ended.then(() => performance.now()),
        answer: async () => handle.signal('mcp.task.input', { [key]: YES }),
      };
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** Answers a Workflow's question with yes. */
export const answer = toScenario({
  name: 'answer',
  title: 'An answer, until its client has the result; compared with a Signal and `handle.result()`',
  timesATurn: 1,
  targets: targetsOfNews,
  prepare: async (context) => {
    const { environment } = context;
    return [
      { name: 'Temporal Client', measure: measureAnswer(async () => askRaw(environment)) },
      ...(await connectAll(context)).map((peer) => ({
        name: peer.name,
        measure: measureAnswer(async () =>
          peer.untilAsked(await peer.create('confirm_delete', ARGUMENTS)),
        ),
      })),
    ];
  },
});
