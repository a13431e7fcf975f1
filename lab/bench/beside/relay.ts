/**
 * The Temporal Client behind Node's own HTTP server, without tokens, checks or a protocol. It shows the least cost of
 * an HTTP request that makes one request to Temporal. `node relay.js ADDRESS TASK_QUEUE` prints its URL on standard
 * error.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Client, Connection } from '@temporalio/client';

import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { neverPolled, startRaw } from '../raw-temporal.js';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly taskId?: string };
}

const [, , address = '', unpolledTaskQueue = ''] = process.argv;
const temporal = new Client({ connection: await Connection.connect({ address }) });
const ids = new TaskIdFactory(Buffer.from(process.env['TEMPORAL_MCP_TASKS_SECRET'] ?? ''));
const environment = {
  temporal,
  ids,
  unpolledTaskQueue,
  taskQueue: unpolledTaskQueue,
  ownerTag: ids.ownerTag(LOCAL_OWNER),
};

/** Answers in the format of 2026-07-28, with the members that the benches read. */
async function answer(request: IncomingMessage): Promise<object> {
  const { id, method, params } = JSON.parse(await text(request)) as Asked;
  if (method === 'tools/call') {
    const { workflowId } = await startRaw(environment, neverPolled(environment));
    return { jsonrpc: '2.0', id, result: { taskId: workflowId, status: 'working' } };
  }
  const { taskId = '' } = params;
  const { status } = await temporal.workflow.getHandle(taskId).describe();
  return { jsonrpc: '2.0', id, result: { taskId, status: status.name } };
}

const http = createServer((request, response) => {
  answer(request).then(
    (answered) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answered)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const { port } = http.address() as AddressInfo;
process.stderr.write(`Listening on http://127.0.0.1:${port}/\n`);
