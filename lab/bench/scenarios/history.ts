import { setTimeout as pause } from 'node:timers/promises';

import type { WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';

import { OWN_PACE } from '../../../src/workflow/progress-reporter.js';
import { connectHttp2025 } from '../peers/connect.js';
import { startFinished, startRaw } from '../raw-temporal.js';
import type { BenchContext, Scenario } from '../scenario.js';
import { mean } from '../statistics.js';
import type { Row } from '../table.js';

const HOUR_MS = 3_600_000;
const REPORTS = 4;
const REPORT_EVERY_MS = 1_200;

interface Size {
  readonly events: number;
  readonly bytes: number;
}

async function readSize(handle: WorkflowHandle): Promise<Size> {
  const { historyLength, historySize } = await handle.describe();
  return { events: historyLength, bytes: historySize ?? 0 };
}

/** Returns the sizes of the history events that publish progress, in bytes. */
async function measurePublications(context: BenchContext): Promise<number[]> {
  const handle = await startRaw(context.environment, {
    toolName: 'many_reports',
    workflowType: 'reportOften',
    args: { reports: REPORTS, burst: 1, pauseMs: REPORT_EVERY_MS },
  });
  await pause(REPORTS * REPORT_EVERY_MS);
  await handle.signal('proceed');
  await handle.result();
  const { events } = await handle.fetchHistory();
  const { HistoryEvent } = proto.temporal.api.history.v1;
  return (events ?? [])
    .filter(({ workflowPropertiesModifiedEventAttributes: own }) => Boolean(own))
    .map((event) => HistoryEvent.encode(event).finish().byteLength);
}

/** Counts the publications of an hour of a run, if the progress always changes. */
function countPublications(fromMs: number): number {
  const { minIntervalMs, maxIntervalMs, shareOfAge } = OWN_PACE;
  let count = 0;
  for (let ageMs = fromMs; ageMs < fromMs + HOUR_MS; count += 1) {
    ageMs += Math.min(Math.max(ageMs * shareOfAge, minIntervalMs), maxIntervalMs);
  }
  return count;
}

/** Measures the history of tasks: Temporal limits its size, and Temporal Cloud bills for it. */
export const history: Scenario = {
  name: 'history',
  run: async (context) => {
    const { environment, atEnd } = context;
    const handleOf = (taskId: string): WorkflowHandle =>
      environment.temporal.workflow.getHandle(taskId);
    const peer = await connectHttp2025(environment.server.match);
    atEnd(peer.close);
    const plain = await readSize(handleOf(await startFinished(environment)));
    const taskId = await peer.create('confirm_delete', { filename: 'a.txt' });
    const { endedAtMs, answer } = await peer.untilAsked(taskId);
    await Promise.all([endedAtMs, answer()]);
    const asking = await readSize(handleOf(taskId));
    const publications = await measurePublications(context);
    const bytes = mean(publications);
    const row = (name: string, size: Size): Row => ({ name, cells: [size.events, size.bytes] });
    const hour = (name: string, count: number): Row =>
      row(name, { events: count, bytes: Math.round(count * bytes) });
    return [
      {
        title: 'Histories',
        columns: ['events', 'bytes'],
        rows: [
          row('a task that is started, gets one Signal and ends', plain),
          row('a task that asks once, is answered and ends', asking),
          row('progress, published once', { events: 1, bytes: Math.round(bytes) }),
          hour('progress, the first hour', countPublications(0)),
          hour('progress, each later hour', countPublications(HOUR_MS)),
        ],
        notes: [
          'The hours are calculated: publications at the pace of the helper, times the measured event size. They contain no Workflow Tasks, since the work makes these anyway.',
        ],
      },
    ];
  },
};
