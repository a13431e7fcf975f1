/**
 * A server with the MCP SDK's own tasks, in the memory of one process, for comparison. `node sdk-memory-server.js`
 * prints its URL on standard error. Its tasks can be created and read, and do no work.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

const TTL_MS = 86_400_000;

async function connectServer(): Promise<StreamableHTTPServerTransport> {
  const server = new McpServer(
    { name: 'sdk-memory', version: '0.0.0' },
    {
      taskStore: new InMemoryTaskStore(),
      capabilities: { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
    },
  );
  server.experimental.tasks.registerToolTask(
    'never_polled',
    { description: 'Makes a task that does no work.', execution: { taskSupport: 'optional' } },
    {
      createTask: async ({ taskStore }) => ({ task: await taskStore.createTask({ ttl: TTL_MS }) }),
      getTask: async ({ taskStore, taskId }) => taskStore.getTask(taskId),
      getTaskResult: async ({ taskStore, taskId }) =>
        CallToolResultSchema.parse(await taskStore.getTaskResult(taskId)),
    },
  );
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
  });
  await server.connect(transport);
  return transport;
}

const transport = await connectServer();
const app = createMcpExpressApp();
app.all('/mcp', async (request, response) => {
  await transport.handleRequest(request, response, request.body);
});
const http = app.listen(0, '127.0.0.1');
await once(http, 'listening');
const { port } = http.address() as AddressInfo;
process.stderr.write(`Listening on http://127.0.0.1:${port}/mcp\n`);
