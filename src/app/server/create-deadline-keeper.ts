import { isTaskGone } from '../../core/errors.js';
import { silentLogger } from '../../core/logger.js';
import type { DeadlineKeeper, Declined } from '../../core/question/deadline-keeper.js';
import { createOverdueDecliner } from '../../temporal/act/decline-overdue.js';
import { connectTemporal } from '../config/connect-temporal.js';

import type { NotifierOptions } from './create-notifier.js';

/** Time after which a task that is not there was never started, in milliseconds. */
const START_MS = 5 * 60_000;

const NOTHING_FOLLOWS: Declined = { declinedKeys: [], isOver: true };

/** Creates the keeper of a Worker. It needs no server and no secret of servers. */
export function createDeadlineKeeper({
  manifest: { tools },
  temporal,
  logger = silentLogger,
}: NotifierOptions): DeadlineKeeper {
  const decline = createOverdueDecliner({ ...connectTemporal(temporal), tools, logger });
  return {
    async declineOverdue({ taskId, toolName, createdAt, declinedKeys, waitMs }, signal) {
      if (!tools.has(toolName)) {
        throw new Error(`The manifest of this Worker has no tool ${toolName}.`);
      }
      const stop = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
      try {
        return await decline({ taskId, createdAt, declinedKeys }, stop);
      } catch (error) {
        if (stop.aborted) return { declinedKeys, isOver: false };
        if (!isTaskGone(error)) throw error;
      }
      if (Date.now() - Date.parse(createdAt) > START_MS) return NOTHING_FOLLOWS;
      throw new Error('The task has not started yet.');
    },
  };
}
