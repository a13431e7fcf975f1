import { limits } from '../facts/limits.js';

/** What one unit of a service allows. */
export interface Service {
  readonly title: string;
  /** What there are more of when one is not enough. */
  readonly unit: 'namespace' | 'frontend';
  readonly requestsPerSecond: number;
  readonly visibilityCallsPerSecond: number;
  readonly longPolls: number;
  /** `undefined`: not limited. */
  readonly actionsPerSecond: number | undefined;
  /** How many units come without asking anybody. `undefined`: as many as are set up. */
  readonly units: number | undefined;
  /** History shards, where they are one's own concern. */
  readonly historyShards: number | undefined;
}

const cloud: Service = {
  title: 'Temporal Cloud, namespaces as they start',
  unit: 'namespace',
  requestsPerSecond: limits.cloudRequestsPerSecond.value,
  visibilityCallsPerSecond: limits.cloudVisibilityCallsPerSecond.value,
  longPolls: limits.cloudLongPolls.value,
  actionsPerSecond: limits.cloudActionsPerSecond.value,
  units: limits.cloudNamespaces.value,
  historyShards: undefined,
};

const units = limits.cloudResourceUnits.value;

/** The services that the model knows, by the names of `--service`. */
export const services = {
  cloud,
  'cloud-12-tru': {
    ...cloud,
    title: `Temporal Cloud, namespaces with ${units} TRU`,
    requestsPerSecond: limits.cloudRequestsPerSecond.value * units,
    actionsPerSecond: limits.cloudActionsPerSecond.value * units,
  },
  'self-hosted': {
    title: 'A cluster of one’s own',
    unit: 'frontend',
    requestsPerSecond: limits.frontendRequestsPerSecond.value,
    visibilityCallsPerSecond: limits.frontendVisibilityCallsPerSecond.value,
    longPolls: limits.frontendLongPolls.value,
    actionsPerSecond: undefined,
    units: undefined,
    historyShards: limits.historyShards.value,
  },
} as const satisfies Readonly<Record<string, Service>>;

export type ServiceName = keyof typeof services;
