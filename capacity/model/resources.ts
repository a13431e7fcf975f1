import { limits } from '../facts/limits.js';
import { measuredCosts } from '../facts/measured-costs.js';

import { type Demand, PLANNED_SHARE, toWaitsPerReplica } from './demand.js';
import type { Service } from './service.js';
import type { Workload } from './workload.js';

/** What can run out. */
export type ResourceName =
  | 'requests'
  | 'actions'
  | 'visibility'
  | 'long polls'
  | 'ends found by searches'
  | 'memory for waits'
  | 'looks of clients'
  | 'open tasks of shards'
  | 'writes of shards';

/** One of them: how much is wanted, and how much one unit holds. */
export interface Resource {
  readonly name: ResourceName;
  readonly demand: number;
  readonly heldByOne: number;
  /** What there are more of when one is not enough. */
  readonly unit: 'replica' | Service['unit'] | 'cluster';
  /** Whether there is another way when it has run out: nothing is refused for good, it comes later. */
  readonly isSoft: boolean;
  /** Units that it takes, none of them fuller than planned. */
  readonly unitsNeeded: number;
}

/** Waits beyond the long polls are looked at in turn, which finds ends as well. */
const SOFT: readonly ResourceName[] = ['long polls', 'ends found by searches'];

interface Need {
  readonly name: ResourceName;
  readonly demand: number;
  readonly heldByOne: number;
}

function toResource(unit: Resource['unit'], { name, demand, heldByOne }: Need): Resource {
  const unitsNeeded = Math.max(Math.ceil(demand / (heldByOne * PLANNED_SHARE)), 1);
  return { name, demand, heldByOne, unit, isSoft: SOFT.includes(name), unitsNeeded };
}

function needsOfService(service: Service, demand: Demand): Need[] {
  const { searchedCloses, searchOverlapSeconds } = measuredCosts;
  const { actionsPerSecond, requestsPerSecond, visibilityCallsPerSecond, longPolls } = service;
  return [
    { name: 'requests', demand: demand.requestsPerSecond, heldByOne: requestsPerSecond },
    ...(actionsPerSecond === undefined
      ? []
      : [
          {
            name: 'actions',
            demand: demand.actionsPerSecond,
            heldByOne: actionsPerSecond,
          } as const,
        ]),
    {
      name: 'visibility',
      demand: demand.visibilityCallsPerSecond,
      heldByOne: visibilityCallsPerSecond,
    },
    { name: 'long polls', demand: demand.longPolls, heldByOne: longPolls },
    ...(demand.searchesPerSecond === 0
      ? []
      : [
          {
            name: 'ends found by searches',
            demand: demand.startsPerSecond,
            heldByOne: searchedCloses.value / searchOverlapSeconds.value,
          } as const,
        ]),
  ];
}

function needsOfCluster(shards: number, workload: Workload, demand: Demand): Need[] {
  return [
    {
      name: 'open tasks of shards',
      demand: workload.openTasks,
      heldByOne: shards * limits.openTasksPerShard.value,
    },
    {
      name: 'writes of shards',
      demand: demand.shardWritesPerSecond,
      heldByOne: shards * limits.shardWritesPerSecond.value,
    },
  ];
}

/** Everything that can run out, what is shortest first. */
export function toResources(
  service: Service,
  workload: Workload,
  demand: Demand,
): readonly Resource[] {
  const ofReplica: Need[] = [
    {
      name: 'memory for waits',
      demand: demand.waits,
      heldByOne: toWaitsPerReplica(workload.replicaMemoryMib),
    },
    {
      name: 'looks of clients',
      demand: demand.pollsPerSecond,
      heldByOne: measuredCosts.getsPerSecond.value,
    },
  ];
  const ofCluster =
    service.historyShards === undefined
      ? []
      : needsOfCluster(service.historyShards, workload, demand);
  return [
    ...needsOfService(service, demand).map((need) => toResource(service.unit, need)),
    ...ofReplica.map((need) => toResource('replica', need)),
    ...ofCluster.map((need) => toResource('cluster', need)),
  ].toSorted((a, b) => b.demand / b.heldByOne - a.demand / a.heldByOne);
}
