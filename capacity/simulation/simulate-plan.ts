import { toDemand } from '../model/demand.js';
import { type Plan, toLongPolls } from '../model/plan.js';
import type { Workload } from '../model/workload.js';

import { createDraws } from './draws.js';
import { toFullestShare } from './fullest-namespace.js';
import { simulateUnit, type UnitResult } from './simulate-unit.js';
import { simulateVisibility } from './simulate-visibility.js';

/** Events of a simulation, about: more tasks than make these are simulated by a sample. */
const MOST_REQUESTS = 50_000;
const MOST_TASKS = 10_000;
/** No sample is smaller than this: a limit of less than a request a second would be none. */
const FEWEST_TASKS = 500;

/** How a plan is put to the test. */
export interface SimulationOptions {
  readonly seed: number;
  readonly seconds: number;
}

/** What became of one namespace or frontend. */
export interface SimulatedUnit extends UnitResult {
  /** What it had to hold. */
  readonly workload: Workload;
  readonly sample: number;
  /** Requests a second, as the model has them. */
  readonly requestsByModel: number;
  readonly refusedVisibility: number;
}

function simulate(plan: Plan, workload: Workload, options: SimulationOptions): SimulatedUnit {
  const { seed, seconds } = options;
  const { service } = plan;
  const { requestsPerSecond, visibilityCallsPerSecond } = toDemand(
    workload,
    toLongPolls(service, 1),
  );
  const wanted = Math.min(
    MOST_TASKS / workload.openTasks,
    MOST_REQUESTS / (requestsPerSecond * seconds),
    1,
  );
  const sample = Math.min(Math.max(wanted, FEWEST_TASKS / workload.openTasks), 1);
  const limitPerSecond = service.visibilityCallsPerSecond;
  return {
    ...simulateUnit({ service, workload, sample, seconds }, createDraws(seed)),
    workload,
    sample,
    requestsByModel: requestsPerSecond,
    refusedVisibility: simulateVisibility(
      { callsPerSecond: visibilityCallsPerSecond, limitPerSecond, seconds },
      createDraws(seed),
    ),
  };
}

/** Everything in one namespace, or before one frontend. */
export function simulateInOne(plan: Plan, options: SimulationOptions): SimulatedUnit {
  return simulate(plan, plan.workload, options);
}

/**
 * As planned, and of that the fullest namespace: owners are dealt to namespaces by a hash. Requests to frontends are dealt
 * one by one, so that all frontends are as full.
 */
export function simulateAsPlanned(plan: Plan, options: SimulationOptions): SimulatedUnit {
  const { service, units, workload } = plan;
  const share =
    service.unit === 'namespace'
      ? toFullestShare(workload.owners, units, createDraws(options.seed))
      : 1 / units;
  const openTasks = Math.max(Math.round(workload.openTasks * share), 1);
  return simulate(plan, { ...workload, openTasks, owners: workload.owners * share }, options);
}
