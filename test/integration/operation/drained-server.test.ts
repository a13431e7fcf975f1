import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { createTask, getTask } from '../../support/steps/rev2025-task-steps.js';
import { suspendProcess } from '../../support/suspend-process.js';
import { withTestServers } from '../../support/with-test-server.js';

const CREATES = 24;

const given = withTestServers();

describe('a server that gets SIGTERM while tasks are being created', () => {
  it('answers all of them, also those that it has not even read yet', async () => {
    const { options, http } = given();
    const server = await startMcpServer(options);
    const mcp = connectRawHttp(server.url);
    await createTask(mcp, 'quick_job');

    const exited = once(server.child, 'exit');
    // The kernel accepts connections for the suspended process, which sees them together with the signal.
    await suspendProcess(server.child.pid ?? 0);
    const creates = Array.from({ length: CREATES }, async () => createTask(mcp, 'quick_job'));
    await untilConnected(new URL(server.url), CREATES);
    server.child.kill('SIGTERM');
    server.child.kill('SIGCONT');
    const taskIds = await within(PATIENCE_MS, Promise.all(creates));

    expect(await within(PATIENCE_MS, exited)).toStrictEqual([0, null]);
    expect(new Set(taskIds).size).toBe(CREATES);
    for (const taskId of taskIds) expect(await getTask(http, taskId)).toHaveProperty('taskId');
  });
});

/** Waits until this number of connections to a server have bytes to read. */
async function untilConnected({ port }: URL, count: number): Promise<void> {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  await eventually(`${count} connections`, async () => {
    const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
    const open = lines.filter((line) => {
      const [, own, , state, queues = ''] = line.trim().split(/\s+/);
      // State 01 is an established connection. Its queue has bytes to read.
      return own?.endsWith(local) && state === '01' && !queues.endsWith(':00000000');
    });
    return open.length >= count;
  });
}

describe('a server that gets SIGTERM while Temporal does not answer', () => {
  const sockets: Socket[] = [];
  let silent: Server;

  beforeAll(async () => {
    silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, 'close');
  });

  it('gives what is under way the time that it is told, and none after a second signal', async () => {
    const temporalAddress = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const args = ['--drain-time', '1 hour'];
    const server = await startMcpServer({ ...given().options, temporalAddress, args });
    const create = createTask(connectRawHttp(server.url), 'quick_job').catch(() => 'cut');
    await eventually('the call of Temporal', () => sockets.length > 0);
    const exited = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await eventually('the end of listening', async () =>
      fetch(server.url).then(
        () => undefined,
        () => true,
      ),
    );
    expect(server.child.exitCode).toBeNull();
    server.child.kill('SIGTERM');

    expect(await within(PATIENCE_MS, exited)).toStrictEqual([1, null]);
    expect(await create).toBe('cut');
  });
});
