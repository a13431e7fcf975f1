import type { Facts } from './fact.js';

const date = '2026-11-21';
const ACTIONS = 'https://docs.temporal.io/evaluate/cloud/actions';
const TELEMETRY =
  'https://github.com/temporalio/temporal/blob/v1.29.1/common/rpc/interceptor/telemetry.go';

/** What is billed on Temporal Cloud, one by one. */
export const actions = {
  start: {
    value: 1,
    unit: 'Actions',
    what: 'Workflow start; none where the ID is taken. Search attributes and memo of the start are free',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  activity: {
    value: 1,
    unit: 'Actions',
    what: 'Activity, and each of its retries',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  heartbeat: {
    value: 1,
    unit: 'Actions',
    what: 'heartbeat that reaches the service; SDKs hold back those within 80 % of the heartbeat timeout',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  timer: {
    value: 1,
    unit: 'Actions',
    what: 'timer, also that of a `condition` with a timeout',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  signal: {
    value: 1,
    unit: 'Actions',
    what: 'Signal: an answer, a cancellation’s notice; Signal-With-Start is one in all',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  update: {
    value: 1,
    unit: 'Actions',
    what: 'Update, accepted or rejected; Update-With-Start is one more than the start',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  query: {
    value: 1,
    unit: 'Actions',
    what: 'Query',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  memoUpdate: {
    value: 1,
    unit: 'Actions',
    what: 'memo update by a Workflow. The list of Actions does not name it; the server’s own metric `action` counts it',
    kind: 'assumed',
    source: TELEMETRY,
    date,
  },
  read: {
    value: 0,
    unit: 'Actions',
    what: 'describe, history read or long poll, list, count. They are requests, not in the list of Actions',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
  cancelRequest: {
    value: 0,
    unit: 'Actions',
    what: 'cancellation request, termination: not in the list of Actions',
    kind: 'documented',
    source: ACTIONS,
    date,
  },
} as const satisfies Facts;
