import { TaskQueueType, WorkerVersioningMode } from './proto-enums.js';
import type { TemporalCalls } from './temporal-calls.js';
import { toMs } from './timestamps.js';

/** A version of a Worker Deployment. */
export interface WorkerVersion {
  readonly deploymentName: string;
  readonly buildId: string;
}

/** A Worker that the service remembers, for five minutes after its last poll. */
interface Poll {
  /** Absent: a Worker without versioning. */
  readonly version: WorkerVersion | undefined;
  /** Milliseconds since the epoch, by Temporal's clock. */
  readonly lastAtMs: number;
}

export interface TaskQueue {
  readonly name: string;
  readonly polls: readonly Poll[];
  /** Number of Workers that have recently polled for tasks of one kind. */
  readonly pollers: number;
  /** Versions of Workers that poll, without duplicates. */
  readonly versions: readonly WorkerVersion[];
  /** True if a Worker without versioning polls. */
  readonly hasUnversioned: boolean;
  /** Absent: new Workflows go to Workers without versioning. */
  readonly current: WorkerVersion | undefined;
}

type NamedVersion =
  | {
      readonly deploymentName?: string | null | undefined;
      readonly buildId?: string | null | undefined;
    }
  | null
  | undefined;

export function toWorkerVersion(version: NamedVersion): WorkerVersion | undefined {
  const { deploymentName, buildId } = version ?? {};
  return deploymentName && buildId ? { deploymentName, buildId } : undefined;
}

function isSameVersion(one: WorkerVersion, other: WorkerVersion | undefined): boolean {
  return one.deploymentName === other?.deploymentName && one.buildId === other.buildId;
}

/** The text of a version in the Search Attribute of executions: `shop:1.0`. */
export function toVersionText({ deploymentName, buildId }: WorkerVersion): string {
  return `${deploymentName}:${buildId}`;
}

/** The version of {@link toVersionText}. Names of deployments have no colon. */
export function parseVersion(text: string): WorkerVersion {
  const [deploymentName = '', ...rest] = text.split(':');
  return { deploymentName, buildId: rest.join(':') };
}

/** @param polledFor What its Workers poll for. */
export async function readTaskQueue(
  calls: TemporalCalls,
  name: string,
  polledFor: 'workflows' | 'activities' = 'workflows',
): Promise<TaskQueue> {
  const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = TaskQueueType;
  const { pollers, versioningInfo } = await calls.run(async (client) =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name },
      taskQueueType:
        polledFor === 'activities' ? TASK_QUEUE_TYPE_ACTIVITY : TASK_QUEUE_TYPE_WORKFLOW,
    }),
  );
  const polls = pollers.map(({ deploymentOptions: options, lastAccessTime }) => ({
    version:
      options?.workerVersioningMode === WorkerVersioningMode.WORKER_VERSIONING_MODE_VERSIONED
        ? toWorkerVersion(options)
        : undefined,
    lastAtMs: toMs(lastAccessTime) ?? 0,
  }));
  return toTaskQueue(name, polls, toWorkerVersion(versioningInfo?.currentDeploymentVersion));
}

function toTaskQueue(
  name: string,
  polls: readonly Poll[],
  current: WorkerVersion | undefined,
): TaskQueue {
  const versions = polls.flatMap(({ version }) => version ?? []);
  return {
    name,
    polls,
    pollers: polls.length,
    versions: versions.filter(
      (version, at) => versions.findIndex((other) => isSameVersion(other, version)) === at,
    ),
    hasUnversioned: versions.length < polls.length,
    current,
  };
}

/**
 * The Task Queue without Workers that have not polled since a task is waiting in it: a Worker that still polled would
 * have taken the task.
 */
export function pollingSince({ name, polls, current }: TaskQueue, sinceMs: number): TaskQueue {
  const live = polls.filter(({ lastAtMs }) => lastAtMs >= sinceMs);
  return toTaskQueue(name, live, current);
}

function inWords({ deploymentName, buildId }: WorkerVersion): string {
  return `version ${buildId} of deployment ${deploymentName}`;
}

/** Says which Worker is missing for new Workflows, and how to mend that. `undefined` if one polls, or none at all. */
export function describeMissingCurrent(queue: TaskQueue): string | undefined {
  const { versions, hasUnversioned, current } = queue;
  const [polling] = versions;
  if (!polling) return undefined;
  if (current) {
    if (versions.some((version) => isSameVersion(version, current))) return undefined;
    return `No worker polls for ${inWords(current)}, which is the current one. Start such a worker, or make another version current.`;
  }
  if (hasUnversioned) return undefined;
  const { deploymentName, buildId } = polling;
  return `Workers of deployment ${deploymentName} poll, and none of its versions is current. To make one current: temporal worker deployment set-current-version --deployment-name ${deploymentName} --build-id ${buildId}`;
}

/** Says that a Workflow is pinned to a version without Workers. `undefined` if one polls. */
export function describeMissingPinned(
  { versions }: TaskQueue,
  pinned: WorkerVersion,
  which: string,
): string | undefined {
  if (versions.some((version) => isSameVersion(version, pinned))) return undefined;
  return `No worker polls for ${inWords(pinned)}, to which the workflow is pinned. Start such a worker, or move the workflow: temporal workflow update-options ${which} --versioning-override-behavior auto_upgrade`;
}
