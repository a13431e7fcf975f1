import { FOR_OTHERS_META_KEY, TOO_LATE_META_KEY } from '../../../core/question/answer-results.js';
import { isRecord } from '../../../core/value/is-record.js';
import { UsageError } from '../../exit-code.js';
import type { TaskDesk } from '../desk/task-desk.js';
import { describeForOthers, describeTooLate } from '../show/describe-too-late.js';

import { createPeers, type ServerAddress } from './connect-clients.js';
import { ExplainedError, explainFailure } from './explain-failure.js';
import { createReadOne, readList, watchOne } from './read-tasks.js';

/** Tasks of the caller at a running server. */
export function createMcpDesk(server: ServerAddress): TaskDesk {
  const { href } = server.url;
  const peers = createPeers(server);
  const read = createReadOne(peers);

  const explained = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } catch (error) {
      throw explainFailure(error, server);
    }
  };

  return {
    list: async (limit) =>
      explained(async () => {
        const peer = await peers.forLists();
        if (peer.canList) return readList(peer, limit);
        throw new ExplainedError(
          `The server at ${href} does not list tasks: it cannot tell whose they are, or has no revision that lists. Go straight to Temporal with --manifest.`,
        );
      }),
    get: async (taskId) => explained(async () => (await read(taskId)).task),
    watch: async (taskId, options) => explained(async () => watchOne(read, taskId, options)),
    answer: async (taskId, key, response) =>
      explained(async () => {
        const peer = await peers.forTasks();
        if (!peer.isModern) {
          throw new ExplainedError(
            `The server at ${href} takes no answers from here: it has no revision in which a task is answered by its ID. Go straight to Temporal with --manifest.`,
          );
        }
        const inputResponses = { [key]: response };
        const { _meta: meta } = await peer.request('tasks/update', { taskId, inputResponses });
        // Servers of other makers do not report this.
        const forOthers = isRecord(meta) ? meta[FOR_OTHERS_META_KEY] : undefined;
        if (Array.isArray(forOthers) && forOthers.includes(key)) {
          throw new ExplainedError(describeForOthers(key));
        }
        const tooLate = isRecord(meta) ? meta[TOO_LATE_META_KEY] : undefined;
        if (Array.isArray(tooLate) && tooLate.includes(key)) {
          throw new ExplainedError(describeTooLate(key));
        }
      }),
    cancel: async (taskId, reason) =>
      explained(async () => {
        if (reason !== undefined) {
          throw new UsageError(
            '--reason is not for servers: MCP has no reason for a cancellation. Go straight to Temporal with --manifest.',
          );
        }
        const peer = await peers.forTasks();
        await peer.request('tasks/cancel', { taskId });
      }),
    close: peers.close,
  };
}
