import type { EventSettings } from '../../../core/event/event-settings.js';
import type { Tasks } from '../../../core/task/tasks.js';

import { ClosedFeed } from './closed-feed.js';
import type { EventType } from './event-type.js';
import { OpenTasks } from './open-tasks.js';
import type { StatusOf } from './task-facts.js';
import { TaskFinished } from './task-finished.js';
import { TaskInputRequired } from './task-input-required.js';
import { TaskStatusChanged } from './task-status-changed.js';

/** Creates the enabled event types. */
export function createEventTypes({
  tasks,
  statusOf,
  settings,
}: {
  readonly tasks: Tasks;
  readonly statusOf: StatusOf;
  readonly settings: EventSettings;
}): ReadonlyMap<string, EventType> {
  const types: EventType[] = [
    new TaskFinished({ tasks, statusOf, feed: new ClosedFeed(tasks) }),
    new TaskInputRequired({ tasks, open: new OpenTasks(tasks) }),
  ];
  if (settings.statusChanged === true) types.push(new TaskStatusChanged({ tasks, statusOf }));
  return new Map(types.map((type) => [type.name, type]));
}
