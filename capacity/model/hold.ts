import { toDemand } from './demand.js';
import { toLongPolls } from './plan.js';
import { type Resource, toResources } from './resources.js';
import type { Service } from './service.js';
import type { Workload } from './workload.js';

const MOST = 2 ** 40;

/** How many open tasks one unit holds at the planned share, and what runs out then. */
export interface Held {
  readonly openTasks: number;
  readonly runsOut: Resource['name'];
}

/**
 * The most open tasks that one replica, namespace, frontend or cluster holds of such a workload, with as many owners for
 * each open task as it has.
 */
export function toHeld(service: Service, workload: Workload, unit: Resource['unit']): Held {
  const ownersPerTask = workload.owners / workload.openTasks;
  const resourcesAt = (openTasks: number): readonly Resource[] => {
    const larger = { ...workload, openTasks, owners: openTasks * ownersPerTask };
    const demand = toDemand(larger, toLongPolls(service, 1));
    return toResources(service, larger, demand).filter(
      (resource) => resource.unit === unit && !resource.isSoft,
    );
  };
  const fits = (openTasks: number): boolean =>
    resourcesAt(openTasks).every(({ unitsNeeded }) => unitsNeeded === 1);
  let [held, tooMany] = [1, MOST];
  while (tooMany - held > Math.max(held / 1_000, 1)) {
    const middle = Math.floor((held + tooMany) / 2);
    if (fits(middle)) held = middle;
    else tooMany = middle;
  }
  const over = resourcesAt(tooMany).find(({ unitsNeeded }) => unitsNeeded > 1);
  if (!over) throw new RangeError(`Nothing of a ${unit} runs out.`);
  return { openTasks: held, runsOut: over.name };
}
