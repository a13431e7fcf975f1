import { silentLogger } from '../../core/logger.js';
import type { DeadlineKeeper } from '../../core/question/deadline-keeper.js';
import { createOverdueDecliner } from '../../temporal/act/decline-overdue.js';
import { connectTemporal } from '../config/connect-temporal.js';

import type { NotifierOptions } from './create-notifier.js';
import { lookAtTask, requireTool } from './look-at-task.js';

/** Creates the keeper of a Worker. It needs no server and no secret of servers. */
export function createDeadlineKeeper({
  manifest,
  temporal,
  logger = silentLogger,
}: NotifierOptions): DeadlineKeeper {
  const { tools } = manifest;
  const decline = createOverdueDecliner({ ...connectTemporal(temporal), tools, logger });
  return {
    async declineOverdue({ taskId, toolName, createdAt, declinedKeys, seenKeys, waitMs }, look) {
      requireTool(manifest, toolName);
      const inVain = { declinedKeys, seenKeys, isOver: false };
      const gone = { declinedKeys: [], seenKeys, isOver: true };
      return lookAtTask({ createdAt, waitMs, ...look, inVain, gone }, async (signal) =>
        decline({ taskId, createdAt, declinedKeys, seenKeys }, { ...look, signal }),
      );
    },
  };
}
