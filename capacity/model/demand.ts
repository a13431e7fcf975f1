import { measuredCosts } from '../facts/measured-costs.js';

import { toPollsPerSecond } from './poll-rate.js';
import { toWorkOfTask } from './work-of-task.js';
import { toStartsPerSecond, type Workload } from './workload.js';

const SECONDS_PER_DAY = 86_400;
const KIB_PER_MIB = 1_024;
/** Nothing is planned to be fuller than this: means are no peaks. */
export const PLANNED_SHARE = 0.7;
/** After the last look at an ended task comes a read of how it ended. */
const REQUESTS_OF_END = 1;
/** After news on a long poll come a describe and the next long poll. */
const REQUESTS_OF_NEWS = 2;

/** What a workload asks of everything together. Rates are a second. */
export interface Demand {
  readonly startsPerSecond: number;
  readonly pollsPerSecond: number;
  readonly waits: number;
  /** Server processes that it takes. */
  readonly replicas: number;
  readonly longPolls: number;
  /** Waits that are looked at in turn. */
  readonly waitsInTurn: number;
  readonly looksPerSecond: number;
  /** Searches for closed tasks, by all replicas. */
  readonly searchesPerSecond: number;
  /** With those of clients' polls, of waits, of this server and of Workers. */
  readonly requestsPerSecond: number;
  readonly actionsPerSecond: number;
  readonly visibilityCallsPerSecond: number;
  readonly shardWritesPerSecond: number;
}

/** How many waits one replica holds: as many as fit its memory, but no more than anybody has seen. */
export function toWaitsPerReplica(replicaMemoryMib: number): number {
  const { idleResidentMib, waitResidentKib, waitsMeasured } = measuredCosts;
  const forWaitsKib = Math.max(replicaMemoryMib - idleResidentMib.value, 0) * KIB_PER_MIB;
  return Math.min(Math.floor(forWaitsKib / waitResidentKib.value), waitsMeasured.value);
}

function toReplicas(workload: Workload, pollsPerSecond: number, waits: number): number {
  const forWaits = waits / (toWaitsPerReplica(workload.replicaMemoryMib) * PLANNED_SHARE);
  const forPolls = pollsPerSecond / (measuredCosts.getsPerSecond.value * PLANNED_SHARE);
  return Math.max(Math.ceil(forWaits), Math.ceil(forPolls), 1);
}

/** What waits cost: long polls first, then looks in turn, and searches where a round takes longer than a second. */
function toCostOfWaits(
  waits: number,
  replicas: number,
  mostLongPolls: number,
): Pick<Demand, 'longPolls' | 'waitsInTurn' | 'looksPerSecond' | 'searchesPerSecond'> {
  const { replicaLongPolls, replicaLooksPerSecond, replicaSearchesPerSecond } = measuredCosts;
  const longPolls = Math.min(waits, replicas * replicaLongPolls.value, mostLongPolls);
  const waitsInTurn = waits - longPolls;
  const looksPerSecond = Math.min(waitsInTurn, replicas * replicaLooksPerSecond.value);
  const searches = waitsInTurn > looksPerSecond ? replicas * replicaSearchesPerSecond.value : 0;
  return { longPolls, waitsInTurn, looksPerSecond, searchesPerSecond: searches };
}

/**
 * What a workload asks for, by the measured costs.
 *
 * @param mostLongPolls Long polls that the service has for it. Default: as many as replicas ask for.
 */
export function toDemand(workload: Workload, mostLongPolls = Infinity): Demand {
  const { openTasks, owners, polledShare, waitedShare, profile } = workload;
  const startsPerSecond = toStartsPerSecond(workload);
  const work = toWorkOfTask(profile);
  const pollsPerSecond = openTasks * polledShare * toPollsPerSecond(workload);
  const waits = Math.round(openTasks * waitedShare);
  const replicas = toReplicas(workload, pollsPerSecond, waits);
  const ofWaits = toCostOfWaits(waits, replicas, mostLongPolls);
  const newsPerSecond = startsPerSecond * waitedShare * (work.changes + 1);
  const requestsOfWaits =
    ofWaits.longPolls / measuredCosts.longPollSeconds.value +
    ofWaits.looksPerSecond +
    newsPerSecond * REQUESTS_OF_NEWS;
  const listsPerSecond = (owners * workload.listsPerOwnerPerDay) / SECONDS_PER_DAY;
  return {
    startsPerSecond,
    pollsPerSecond,
    waits,
    replicas,
    ...ofWaits,
    requestsPerSecond:
      startsPerSecond * work.requests +
      pollsPerSecond +
      startsPerSecond * polledShare * REQUESTS_OF_END +
      requestsOfWaits,
    actionsPerSecond: startsPerSecond * work.actions,
    visibilityCallsPerSecond:
      listsPerSecond + ofWaits.searchesPerSecond + (workload.limitsOpenTasks ? startsPerSecond : 0),
    shardWritesPerSecond: startsPerSecond * work.writes,
  };
}
