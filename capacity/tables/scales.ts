import { DEFAULT_WORKLOAD, type Workload } from '../model/workload.js';

const SECONDS_PER_DAY = 86_400;

/** The sizes that the document looks at. */
export interface Scale {
  readonly title: string;
  readonly workload: Workload;
}

function toScale(title: string, size: Partial<Workload>): Scale {
  return { title, workload: { ...DEFAULT_WORKLOAD, ...size } };
}

export const scales: readonly Scale[] = [
  toScale('10 thousand', { openTasks: 10_000, owners: 1_000 }),
  toScale('1 million', { openTasks: 1_000_000, owners: 100_000 }),
  toScale('1 million, of 10 million owners', { openTasks: 1_000_000, owners: 10_000_000 }),
  toScale('100 million, of 10 million owners', { openTasks: 100_000_000, owners: 10_000_000 }),
  toScale('the same, open for a day', {
    openTasks: 100_000_000,
    owners: 10_000_000,
    lifetimeSeconds: SECONDS_PER_DAY,
  }),
];

/** A million open tasks again, with what an operator can do about them. */
export const remedies: readonly Scale[] = [
  toScale('1 million, with `pollInterval: 30s`', {
    openTasks: 1_000_000,
    owners: 100_000,
    pollIntervalMs: 30_000,
  }),
  toScale('1 million, half waited for, none polled', {
    openTasks: 1_000_000,
    owners: 100_000,
    polledShare: 0,
    waitedShare: 0.5,
  }),
];
