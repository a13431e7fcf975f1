import { toHeld } from '../model/hold.js';
import { type Plan, toPlan } from '../model/plan.js';
import { toPollsPerSecond } from '../model/poll-rate.js';
import type { Resource } from '../model/resources.js';
import { type Service, type ServiceName, services } from '../model/service.js';
import { DEFAULT_WORKLOAD, type Workload } from '../model/workload.js';

import { toCount, toNumber } from './format.js';
import { toMarkdownTable } from './markdown-table.js';
import { remedies, scales } from './scales.js';

const SECONDS_PER_DAY = 86_400;
const MILLION = 1_000_000;

/** What there is too little of, and how many times over. */
function describeShortage({ name, demand, heldByOne, unit }: Resource): string {
  return `${name}: ${toNumber(demand)}, of which a ${unit} holds ${toNumber(heldByOne)}`;
}

/** What would run out first, in words. */
export function describeFirst({ firstToRunOut }: Plan): string {
  return firstToRunOut ? describeShortage(firstToRunOut) : 'nothing';
}

/** What a deployment of these sizes asks for. */
export function toScaleTable(): string {
  return toMarkdownTable(
    ['Open tasks', 'Starts/s', 'Looks/s', 'Requests/s', 'Actions/s', 'Visibility/s', 'Waits'],
    [...scales, ...remedies].map(({ title, workload }) => {
      const { demand } = toPlan(services.cloud, workload);
      return [
        title,
        toNumber(demand.startsPerSecond),
        toNumber(demand.pollsPerSecond),
        toNumber(demand.requestsPerSecond),
        toNumber(demand.actionsPerSecond),
        toNumber(demand.visibilityCallsPerSecond),
        toCount(demand.waits),
      ];
    }),
  );
}

/** What runs out first at these sizes, and what it takes then. */
export function toShortageTable(): string {
  const names: readonly ServiceName[] = ['cloud', 'cloud-12-tru', 'self-hosted'];
  return toMarkdownTable(
    ['Open tasks', 'Service', 'Runs out first', 'Then it takes', 'Replicas'],
    [...scales, ...remedies].flatMap(({ title, workload }) =>
      names.map((name) => {
        const plan = toPlan(services[name], workload);
        const clusters =
          plan.service.historyShards === undefined ? '' : `, clusters: ${toCount(plan.clusters)}`;
        return [
          title,
          `\`${name}\``,
          describeFirst(plan),
          `${plan.service.unit}s: ${toCount(plan.units)}${clusters}`,
          toCount(plan.replicas),
        ];
      }),
    ),
  );
}

/** What one of each holds. */
export function toHeldTable(): string {
  const hour = DEFAULT_WORKLOAD;
  const day: Workload = { ...hour, lifetimeSeconds: SECONDS_PER_DAY };
  const row = (title: string, service: Service, unit: Resource['unit']): string[] => {
    const count = title.startsWith('account') ? (service.units ?? 1) : 1;
    const cells = [hour, day].map((workload) => {
      const { openTasks, runsOut } = toHeld(service, workload, unit);
      return `${toNumber(openTasks * count)} (${runsOut})`;
    });
    return [title, ...cells];
  };
  const { cloud, 'cloud-12-tru': large, 'self-hosted': own } = services;
  return toMarkdownTable(
    ['One', 'Open tasks of an hour (what runs out)', 'Open tasks of a day'],
    [
      row('replica of 1 GiB on two cores', cloud, 'replica'),
      row('namespace of Temporal Cloud', cloud, 'namespace'),
      row('namespace of Temporal Cloud with 12 TRU', large, 'namespace'),
      row('account of Temporal Cloud with 10 namespaces', cloud, 'namespace'),
      row('frontend of a cluster', own, 'frontend'),
      row('cluster of 512 shards', own, 'cluster'),
    ],
  );
}

/** What intervals that grow save. */
export function toPollTable(): string {
  const lifetimes = [600, 3_600, SECONDS_PER_DAY];
  const fixedMs = [2_000, 5_000];
  const toldMs = [2_000, 10_000, 30_000];
  return toMarkdownTable(
    ['Looks a second at a million open tasks, open for', '10 minutes', 'an hour', 'a day'],
    [
      ...fixedMs.map((ms) => [
        `every ${toNumber(ms / 1_000)} s, by hand`,
        ...lifetimes.map(() => toNumber((MILLION * 1_000) / ms)),
      ]),
      ...toldMs.map((pollIntervalMs) => [
        `as told, with \`pollInterval: ${toNumber(pollIntervalMs / 1_000)}s\``,
        ...lifetimes.map((lifetimeSeconds) =>
          toNumber(
            MILLION * toPollsPerSecond({ ...DEFAULT_WORKLOAD, pollIntervalMs, lifetimeSeconds }),
          ),
        ),
      ]),
    ],
  );
}
