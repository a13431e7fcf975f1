import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, expect, it } from '@jest/globals';

import { type CliProcess, startCli } from '../../support/start-cli.js';
import { TEST_MANIFEST } from '../../support/start-mcp-server.js';
import { suspendProcess } from '../../support/suspend-process.js';

/** The kernel's own limit of a queue. Elsewhere than on Linux, it is often 128. */
const SOMAXCONN = '/proc/sys/net/core/somaxconn';
const BURST = 2_000;

let server: CliProcess | undefined;

afterEach(async () => {
  server?.child.kill('SIGCONT');
  await server?.end('SIGTERM');
});

it('takes a burst of connections while the server is busy, and answers all of them', async () => {
  const limit = Number(await readFile(SOMAXCONN, 'utf8').catch(() => '128'));
  const count = Math.min(BURST, limit);
  server = startCli(['serve', '--http', '--port', '0', '--manifest', TEST_MANIFEST], {
    environment: { TEST_TASK_QUEUE: 'unpolled' },
  });
  const [, port = ''] = await server.untilOutput(/http:\/\/127\.0\.0\.1:(\d+)\/mcp/);
  // The process accepts nothing, so that all connections have to find room in the kernel's queue.
  await suspendProcess(server.child.pid ?? 0);
  const sockets = await Promise.all(
    Array.from({ length: count }, async (): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      await once(socket, 'connect');
      return socket;
    }),
  );
  server.child.kill('SIGCONT');
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      return text(socket);
    }),
  );

  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(count);
});
