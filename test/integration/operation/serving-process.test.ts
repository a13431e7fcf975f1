import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { connectRawHttp, connectRawStdio } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import {
  createTask,
  getTask,
  listAllTasks,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

/** Over HTTP it takes 125 when idle, over stdio 105, and 135 to 155 here, by how far garbage collection has come; the native core alone adds 60. */
const MAX_RSS_MIB = 180;

const given = withTestServers();

/** A server process that has served nobody yet. */
const open = {
  async http() {
    const server = await startMcpServer(given().options);
    return { mcp: connectRawHttp(server.url), pid: server.child.pid, close: server.stop };
  },
  async stdio() {
    const stdio = await connectRawStdio(given().options);
    return { mcp: stdio, pid: stdio.child.pid, close: async () => stdio.close() };
  },
};

const readProc = (pid: number | undefined, file: string): string =>
  readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');

const readRssMib = (pid: number | undefined): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1]) / 1024;

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('the process of an MCP server', () => {
  it.each(['http', 'stdio'] as const)(
    'over %s stays small and does not load the native core of the worker',
    async (transport) => {
      const { mcp, pid, close } = await open[transport]();
      try {
        for (let round = 0; round < 5; round += 1) {
          const taskId = await createTask(mcp, 'quick_job');
          await resultOf(mcp.request('tasks/result', { taskId }));
          await getTask(mcp, taskId);
          await listAllTasks(mcp);
          await resultOf(mcp.request('tools/call', { name: 'greet', arguments: { name: 'Ada' } }));
        }

        expect(readRssMib(pid)).toBeLessThan(MAX_RSS_MIB);
        const maps = readProc(pid, 'maps');
        expect(maps).toContain('/node');
        expect(maps).not.toMatch(/core-bridge|temporal_sdk|\.node$/m);
      } finally {
        await close();
      }
    },
  );
});
