import { measuredCosts } from '../facts/measured-costs.js';

import { type Demand, PLANNED_SHARE, toDemand } from './demand.js';
import { type Resource, toResources } from './resources.js';
import type { Service } from './service.js';
import type { Workload } from './workload.js';

/** What it takes to hold a workload, and what would run out first without it. */
export interface Plan {
  readonly service: Service;
  readonly workload: Workload;
  /** With as many long polls as the planned units serve. */
  readonly demand: Demand;
  /** What is shortest first, if everything were in one unit and asked for every long poll that it could use. */
  readonly resources: readonly Resource[];
  /** Of what Temporal allows: replicas can always be added. `undefined` when one of each is enough. */
  readonly firstToRunOut: Resource | undefined;
  /** Namespaces on Temporal Cloud, frontends elsewhere. */
  readonly units: number;
  readonly clusters: number;
  readonly replicas: number;
  /** Long polls that each replica may hold, so that all of a namespace's are served. */
  readonly longPollsPerReplica: number;
  /** Time in which each wait beyond the long polls is looked at once. */
  readonly roundSeconds: number;
}

/** Units that what cannot be done otherwise takes. */
function unitsOf(resources: readonly Resource[], unit: Resource['unit']): number {
  const hard = resources.filter((resource) => resource.unit === unit && !resource.isSoft);
  return Math.max(...hard.map(({ unitsNeeded }) => unitsNeeded), 1);
}

/** Long polls that so many units serve, as full as is planned. */
export function toLongPolls(service: Service, units: number): number {
  return Math.floor(units * service.longPolls * PLANNED_SHARE);
}

/** The fewest units that are enough: the more there are, the more long polls they serve, and the less is looked at in turn. */
function settleUnits(service: Service, workload: Workload): number {
  const neededWith = (units: number): number => {
    const demand = toDemand(workload, toLongPolls(service, units));
    return unitsOf(toResources(service, workload, demand), service.unit);
  };
  let [tooFew, enough] = [0, neededWith(1)];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (neededWith(middle) <= middle) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** Plans for a workload, with the model alone. */
export function toPlan(service: Service, workload: Workload): Plan {
  const resources = toResources(service, workload, toDemand(workload));
  const units = settleUnits(service, workload);
  const longPolls = toLongPolls(service, units);
  const demand = toDemand(workload, longPolls);
  // Each namespace has replicas of its own, since each replica searches each namespace that it serves.
  const replicas = Math.max(demand.replicas, service.unit === 'namespace' ? units : 1);
  const { replicaLongPolls, replicaLooksPerSecond } = measuredCosts;
  return {
    service,
    workload,
    demand,
    resources,
    firstToRunOut: resources.find(
      ({ unit, demand: wanted, heldByOne }) => unit !== 'replica' && wanted > heldByOne,
    ),
    units,
    clusters: unitsOf(resources, 'cluster'),
    replicas,
    longPollsPerReplica: Math.min(Math.floor(longPolls / replicas), replicaLongPolls.value),
    roundSeconds: demand.waitsInTurn / (demand.replicas * replicaLooksPerSecond.value),
  };
}
