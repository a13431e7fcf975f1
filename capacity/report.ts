import { advice } from './model/advice.js';
import { PLANNED_SHARE } from './model/demand.js';
import type { Plan } from './model/plan.js';
import type { SimulationOptions } from './simulation/simulate-plan.js';
import { toCount, toNumber, toPercent } from './tables/format.js';
import { toMarkdownTable } from './tables/markdown-table.js';
import { describeFirst } from './tables/model-tables.js';
import { toPlayedTable } from './tables/simulation-table.js';

function toResourceTable({ resources }: Plan): string {
  return toMarkdownTable(
    ['What', 'Wanted', 'One holds', 'Full', `Needed, at ${PLANNED_SHARE * 100} %`],
    resources.map(({ name, demand, heldByOne, unit, unitsNeeded }) => [
      name,
      toNumber(demand),
      toNumber(heldByOne),
      toPercent(demand / heldByOne),
      `${unit}: ${toCount(unitsNeeded)}`,
    ]),
  );
}

function toAdvice({ resources }: Plan): string[] {
  return resources
    .filter(({ unitsNeeded }) => unitsNeeded > 1)
    .flatMap(({ name }) => {
      const { today, toBuild } = advice[name];
      return [
        `- ${name}. Today: ${today}.`,
        ...(toBuild === undefined ? [] : [`  To be built: ${toBuild}.`]),
      ];
    });
}

/** What a plan says, and how it went when it was played. */
export function toReport(plan: Plan, options: SimulationOptions): string {
  const { service, units, clusters, replicas, longPollsPerReplica, roundSeconds } = plan;
  const whatToDo = toAdvice(plan);
  const clustersNeeded =
    service.historyShards === undefined ? '' : `, clusters: ${toCount(clusters)}`;
  return [
    `${service.title}: ${toCount(plan.workload.openTasks)} open tasks of ${toCount(plan.workload.owners)} owners.`,
    `Runs out first: ${describeFirst(plan)}.`,
    `It takes ${service.unit}s: ${toCount(units)}${clustersNeeded}, replicas: ${toCount(replicas)} with ${toCount(longPollsPerReplica)} long polls each at most.`,
    ...(roundSeconds > 0
      ? [
          `A question to a wait beyond the long polls is seen up to ${toNumber(roundSeconds)} s late.`,
        ]
      : []),
    '',
    toResourceTable(plan),
    '',
    ...(whatToDo.length > 0 ? ['What to do:', ...whatToDo, ''] : []),
    `Played for ${toCount(options.seconds)} s (--seed ${options.seed}):`,
    toPlayedTable(plan, options),
  ].join('\n');
}
