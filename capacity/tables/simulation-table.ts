import { type Plan, toPlan } from '../model/plan.js';
import { type ServiceName, services } from '../model/service.js';
import {
  type SimulatedUnit,
  simulateAsPlanned,
  simulateInOne,
  type SimulationOptions,
} from '../simulation/simulate-plan.js';

import { toNumber, toPercent, toQuantile, toSeconds } from './format.js';
import { toMarkdownTable } from './markdown-table.js';
import { scales } from './scales.js';

/** What the document was made with. */
export const DOCUMENTED_SIMULATION: SimulationOptions = { seed: 1, seconds: 120 };

const headings = [
  'Played',
  'Requests/s, model',
  'played',
  'Work refused',
  'Looks refused',
  'Visibility refused',
  'End seen late, p50 / p99',
];

function toRow(title: string, unit: SimulatedUnit): string[] {
  const late = unit.endsSeenLateMs;
  const [p50, p99] = [toQuantile(late, 0.5), toQuantile(late, 0.99)];
  return [
    `${title}: ${toNumber(unit.workload.openTasks * unit.sample)} of ${toNumber(unit.workload.openTasks)} tasks`,
    toNumber(unit.requestsByModel),
    toNumber(unit.requestsPerSecond),
    toPercent(unit.refusedWork),
    toPercent(unit.refusedLooks),
    toPercent(unit.refusedVisibility),
    p50 === undefined || p99 === undefined ? 'none' : `${toSeconds(p50)} / ${toSeconds(p99)}`,
  ];
}

function toRows(title: string, plan: Plan, options: SimulationOptions): string[][] {
  const { unit } = plan.service;
  const inOne = toRow(`${title}, one ${unit}`, simulateInOne(plan, options));
  if (plan.units === 1) return [inOne];
  const count = toNumber(plan.units);
  const planned = simulateAsPlanned(plan, options);
  return [inOne, toRow(`one of ${count} ${unit}s`, planned)];
}

/** One plan, played in one unit and as planned. */
export function toPlayedTable(plan: Plan, options: SimulationOptions): string {
  return toMarkdownTable(headings, toRows('everything', plan, options));
}

/** All sizes on one service. */
export function toSimulationTable(name: ServiceName): string {
  return toMarkdownTable(
    headings,
    scales.flatMap(({ title, workload }) =>
      toRows(title, toPlan(services[name], workload), DOCUMENTED_SIMULATION),
    ),
  );
}
