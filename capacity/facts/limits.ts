import type { Facts } from './fact.js';

const date = '2026-11-21';
const CLOUD_LIMITS = 'https://docs.temporal.io/evaluate/cloud/limits';
const CAPACITY_MODES = 'https://docs.temporal.io/cloud/capacity-modes';
const SERVER_DEFAULTS =
  'https://github.com/temporalio/temporal/blob/v1.29.1/common/dynamicconfig/constants.go';

/** What Temporal allows, by its documentation and its source. */
export const limits = {
  cloudActionsPerSecond: {
    value: 500,
    unit: '/s',
    what: 'Cloud: Actions of a namespace, the least there is; also what a Resource Unit (TRU) adds',
    kind: 'documented',
    source: CLOUD_LIMITS,
    date,
  },
  cloudRequestsPerSecond: {
    value: 1_500,
    unit: '/s',
    what: 'Cloud: requests of a namespace for each TRU; taken for the least there is as well, which is not stated any more (earlier: 2,000)',
    kind: 'documented',
    source: CAPACITY_MODES,
    date,
  },
  cloudResourceUnits: {
    value: 12,
    unit: 'TRU',
    what: 'Cloud: Resource Units that a namespace can be given without asking support',
    kind: 'documented',
    source: CAPACITY_MODES,
    date,
  },
  cloudVisibilityCallsPerSecond: {
    value: 30,
    unit: '/s',
    what: 'Cloud: visibility calls of a namespace; cannot be raised',
    kind: 'documented',
    source: CLOUD_LIMITS,
    date,
  },
  cloudNamespaces: {
    value: 10,
    unit: 'namespaces',
    what: 'Cloud: namespaces of an account; raised as they are used',
    kind: 'documented',
    source: CLOUD_LIMITS,
    date,
  },
  cloudLongPolls: {
    value: 1_200,
    unit: 'polls',
    what: 'Cloud: long polls of a namespace at a time. Not documented: as of one frontend of the open-source server',
    kind: 'assumed',
    source: SERVER_DEFAULTS,
    date,
  },
  frontendRequestsPerSecond: {
    value: 2_400,
    unit: '/s',
    what: 'Server: requests of a namespace at each frontend (`frontend.namespaceRPS`)',
    kind: 'documented',
    source: SERVER_DEFAULTS,
    date,
  },
  frontendVisibilityCallsPerSecond: {
    value: 10,
    unit: '/s',
    what: 'Server: visibility calls of a namespace at each frontend (`frontend.namespaceRPS.visibility`)',
    kind: 'documented',
    source: SERVER_DEFAULTS,
    date,
  },
  frontendLongPolls: {
    value: 1_200,
    unit: 'polls',
    what: 'Server: long polls of a namespace and method at each frontend (`frontend.namespaceCount`)',
    kind: 'documented',
    source: SERVER_DEFAULTS,
    date,
  },
  historyShards: {
    value: 512,
    unit: 'shards',
    what: 'Server: history shards of a cluster as its Helm chart sets it up; can never be changed',
    kind: 'documented',
    source: 'https://github.com/temporalio/helm-charts/blob/main/charts/temporal/values.yaml',
    date,
  },
  openTasksPerShard: {
    value: 20_000,
    unit: 'executions',
    what: 'Server: executions of a shard; documented as "tens of thousands"',
    kind: 'assumed',
    source: 'https://docs.temporal.io/temporal-service/temporal-server#history-shard',
    date,
  },
  shardWritesPerSecond: {
    value: 100,
    unit: '/s',
    what: 'Server: writes of a shard, one after another, 10 ms each in its database',
    kind: 'assumed',
    source: 'https://docs.temporal.io/temporal-service/temporal-server#history-shard',
    date,
  },
} as const satisfies Facts;

/** What an Action on Temporal Cloud costs at least known: of the first 5 million in a month. */
export const dollarsPerMillionActions = {
  value: 50,
  unit: '$',
  what: 'Cloud: a million Actions, of the first 5 million in a month',
  kind: 'documented',
  source: 'https://docs.temporal.io/cloud/pricing',
  date,
} as const;
