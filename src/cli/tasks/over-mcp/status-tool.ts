/**
 * Reads progress by a server's tool for clients without tasks (docs/hosts.md), since `tasks/get` shows no figures.
 * Without that tool, there is no progress.
 */
import * as z from 'zod';

import type { DeskTask } from '../desk/desk-task.js';

import type { Peers } from './connect-clients.js';

const NAME = /(^|_)task_status$/;

const listSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({ required: z.array(z.string()).optional() }),
      annotations: z.object({ readOnlyHint: z.boolean().optional() }).optional(),
    }),
  ),
  nextCursor: z.string().optional(),
});

const factsSchema = z.object({
  structuredContent: z.object({
    taskId: z.string(),
    tool: z.string().optional(),
    progress: z.object({ progress: z.number(), total: z.number().optional() }).optional(),
  }),
});

/** Data that `tasks/get` does not show. */
export type TaskFigures = Pick<DeskTask, 'tool' | 'progress'>;

/** Reads these data of a task. Never rejects: data that cannot be read are left out. */
export type ReadFigures = (taskId: string) => Promise<TaskFigures>;

async function findTool({ forTools }: Peers): Promise<string | undefined> {
  const peer = await forTools();
  const { tools } = listSchema.parse(await peer.request('tools/list', {}));
  return tools.find(
    ({ name, inputSchema, annotations }) =>
      NAME.test(name) &&
      annotations?.readOnlyHint === true &&
      inputSchema.required?.join() === 'task_id',
  )?.name;
}

/** Creates a function that reads figures by the server's tool. It looks for the tool only once. */
export function createReadFigures(peers: Peers): ReadFigures {
  let finding: Promise<string | undefined> | undefined;
  return async (taskId) => {
    finding ??= findTool(peers).catch(() => undefined);
    const name = await finding;
    if (name === undefined) return {};
    try {
      const peer = await peers.forTools();
      const reply = await peer.request('tools/call', { name, arguments: { task_id: taskId } });
      const { structuredContent: facts } = factsSchema.parse(reply);
      if (facts.taskId !== taskId) return {};
      const { tool, progress } = facts;
      return {
        ...(tool !== undefined && { tool }),
        ...(progress && {
          progress: {
            progress: progress.progress,
            ...(progress.total !== undefined && { total: progress.total }),
          },
        }),
      };
    } catch {
      return {};
    }
  };
}
