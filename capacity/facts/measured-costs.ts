import type { Facts } from './fact.js';

const date = '2026-11-21';

/** What was measured of this server and of a Temporal dev server (1.29.1), on two cores, 24 GB, Node.js 20.20. */
export const measuredCosts = {
  waitResidentKib: {
    value: 80,
    unit: 'KiB',
    what: 'resident memory for a wait, 2,500 of them under load',
    kind: 'measured',
    source: 'docs/decisions/0075 (45 KiB of it is heap)',
    date,
  },
  idleResidentMib: {
    value: 134,
    unit: 'MiB',
    what: 'resident memory of an idle server',
    kind: 'measured',
    source: 'npm run bench',
    date,
  },
  waitsMeasured: {
    value: 10_000,
    unit: 'waits',
    what: 'the most waits that one process was seen to hold',
    kind: 'measured',
    source: 'docs/performance.md',
    date,
  },
  getsPerSecond: {
    value: 545,
    unit: '/s',
    what: '`tasks/get` of one process at 16 clients (545 to 622)',
    kind: 'measured',
    source: 'issue 11, in the same minutes as FastMCP on Redis',
    date,
  },
  replicaLongPolls: {
    value: 800,
    unit: 'polls',
    what: 'long polls that one process holds (`server.temporal.longPolls`)',
    kind: 'built',
    source: 'docs/decisions/0072',
    date,
  },
  replicaLooksPerSecond: {
    value: 100,
    unit: '/s',
    what: 'looks at tasks that are waited for beyond the long polls',
    kind: 'built',
    source: 'docs/decisions/0072',
    date,
  },
  replicaSearchesPerSecond: {
    value: 1,
    unit: '/s',
    what: 'visibility searches for closed tasks, where a round takes longer than a second',
    kind: 'built',
    source: 'docs/decisions/0072',
    date,
  },
  longPollSeconds: {
    value: 20,
    unit: 's',
    what: 'a long poll without news',
    kind: 'measured',
    source: 'docs/decisions/0019',
    date,
  },
  searchedCloses: {
    value: 5_000,
    unit: 'tasks',
    what: 'closed tasks that one search reads at most',
    kind: 'built',
    source: 'src/temporal/closed-tasks.ts',
    date,
  },
  searchOverlapSeconds: {
    value: 6,
    unit: 's',
    what: 'time that each search covers: the second since the last, and 5 s again',
    kind: 'built',
    source: 'src/temporal/closed-tasks.ts',
    date,
  },
} as const satisfies Facts;
