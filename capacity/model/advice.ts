import type { ResourceName } from './resources.js';

/** What is done about something that has run out. */
export interface Advice {
  /** What there is in this version. */
  readonly today: string;
  /** What somebody would have to build. */
  readonly toBuild: string | undefined;
}

const BY_OWNER =
  'choosing a namespace by a stable hash of the owner, with replicas of its own behind a router: lists, counts and searches of an owner then meet one namespace';

/** What to do, by what runs out. */
export const advice: Readonly<Record<ResourceName, Advice>> = {
  requests: {
    today:
      'intervals grow by themselves while a task is quiet; a longer `pollInterval` of the tool; clients that wait or subscribe instead of polling; more Resource Units or frontends; tools in several namespaces (`namespace` of a tool)',
    toBuild: BY_OWNER,
  },
  actions: {
    today:
      'more Resource Units; progress by heartbeats with a long heartbeat timeout instead of memo updates; Local Activities; tools in several namespaces (`namespace` of a tool)',
    toBuild: BY_OWNER,
  },
  visibility: {
    today:
      'no limit on open tasks (`server.limits.perPrincipal.openTasks` counts at each start); lists are paced at 8 a second for each process, and clients of 2026-07-28 have none; fewer, larger replicas, since each one searches',
    toBuild: `${BY_OWNER}; one search for all replicas of a namespace`,
  },
  'long polls': {
    today:
      'what is beyond the long polls is looked at in turn, 100 a second for each process; `server.temporal` shares a frontend out among processes',
    toBuild: BY_OWNER,
  },
  'ends found by searches': {
    today: 'looks in turn find the end as well, a round later',
    toBuild: BY_OWNER,
  },
  'memory for waits': {
    today: 'more replicas: a process keeps nothing that another one would need',
    toBuild: undefined,
  },
  'looks of clients': {
    today: 'more replicas, longer intervals',
    toBuild: undefined,
  },
  'open tasks of shards': {
    today: 'more history shards, which are chosen once, when a cluster is set up',
    toBuild: `several clusters: ${BY_OWNER}`,
  },
  'writes of shards': {
    today:
      'more history shards, which are chosen once, when a cluster is set up; a faster database',
    toBuild: `several clusters: ${BY_OWNER}`,
  },
};
