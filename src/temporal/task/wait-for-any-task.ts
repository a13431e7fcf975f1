import type { Client } from '@temporalio/client';

import type { Logger } from '../../core/logger.js';
import type { InboxSettings } from '../../core/question/inbox-settings.js';
import type { WaitOptions } from '../../core/task/tasks.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { FirstRuns } from '../describe/first-runs.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import { Visibility } from '../link/visibility.js';
import type { TemporalTask } from '../read/to-task.js';
import { LongPolls } from '../watch/long-polls.js';
import { TaskWatcher } from '../watch/task-watcher.js';

import { ACCESS_TO_ALL } from './task-access.js';
import { type ReadOptions, TaskReader } from './task-reader.js';
import { waitForTask } from './wait-for-task.js';

/** Limit of one Temporal call with its retries, in milliseconds. */
const CALL_DEADLINE_MS = 10_000;
/** Maximum number of long polls. The Temporal Service serves 1,200 of a namespace, to servers and Workers together. */
const MAX_POLLS = 300;
/** Maximum number of looks per second at tasks, most of them beyond the long polls. */
const LOOKS_PER_SECOND = 50;

export interface AnyTaskOptions {
  readonly client: Client;
  readonly pollClient: Client;
  readonly tools: ToolCatalog;
  /** Absent: questions have no pages. */
  readonly inbox?: InboxSettings | undefined;
  readonly logger: Logger;
}

export interface AnyTaskWait {
  readonly calls: TemporalCalls;
  readonly waitFor: (taskId: string, options: WaitOptions<TemporalTask>) => Promise<TemporalTask>;
}

/**
 * Creates a function that waits for tasks of all owners, also for expired ones. It is for the operator's webhooks and
 * for deadlines; no client gets this view.
 */
export function createWaitForAnyTask({
  client,
  pollClient,
  tools,
  inbox,
  logger,
}: AnyTaskOptions): AnyTaskWait {
  const polls = new LongPolls({ most: MAX_POLLS, logger });
  const calls = new TemporalCalls(client, CALL_DEADLINE_MS, {
    logger,
    onTooManyPolls: polls.lower,
  });
  const reader = new TaskReader(calls, {
    tools,
    inbox,
    access: ACCESS_TO_ALL,
    firstRuns: new FirstRuns(calls),
    logger,
  });
  const watcher = new TaskWatcher(pollClient, {
    polls,
    looksPerSecond: LOOKS_PER_SECOND,
    visibility: new Visibility(calls, { logger }),
    onNews: (taskId) => {
      reader.forgetReadsUnderWay(taskId);
    },
  });
  const ofAnybody = {
    read: async (taskId: string, owner: string, options: ReadOptions = {}) =>
      reader.read(taskId, owner, { ...options, evenExpired: true }),
    readEnd: reader.readEnd.bind(reader),
  };
  return {
    calls,
    waitFor: async (taskId, options) =>
      waitForTask({ reader: ofAnybody, watcher }, { taskId, owner: '' }, options),
  };
}
