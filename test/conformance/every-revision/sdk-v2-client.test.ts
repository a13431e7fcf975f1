import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';

import { tapTransport } from '../../support/conformance/tap-transport.js';
import type { Revision } from '../../support/conformance/wire-check.js';
import { expectEveryMessageToFit, withWireLog } from '../../support/conformance/with-wire-log.js';
import { eventually } from '../../support/eventually.js';
import { ALL_CAPABILITIES, NO_EXTENSION, TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { finish } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers();
const tap = withWireLog(() => servers().url);

const transports: Record<string, (revision: Revision) => Transport> = {
  'Streamable HTTP': () => new StreamableHTTPClientTransport(new URL(tap().url)),
  stdio: (revision) => {
    const { command, args, env } = serverCommand('--stdio', servers().options);
    const transport = new StdioClientTransport({ command, args, env, stderr: 'ignore' });
    return tapTransport(transport, tap().log.openConnection(revision));
  },
};

const anyResult = z.looseObject({});

/** Makes a client of the official SDK, version 2, that answers questions. */
function createClient(capabilities: object, revision: Revision): Client {
  return new Client(
    { name: 'sdk-v2-client', version: '0.0.0' },
    { capabilities, ...(revision === '2026-07-28' && { versionNegotiation: { mode: 'auto' } }) },
  );
}

describe.each(Object.keys(transports))('the official client 2.x over %s', (name) => {
  let answer: ElicitResult;
  let asked: string[];
  const clients: Client[] = [];

  const connect = async (capabilities: object, revision: Revision): Promise<Client> => {
    const client = createClient(capabilities, revision);
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answer;
    });
    const open = transports[name];
    if (open) await client.connect(open(revision));
    clients.push(client);
    return client;
  };

  beforeEach(() => {
    asked = [];
    answer = { action: 'accept', content: { confirm: true } };
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  describe('in 2026-07-28, with the extension', () => {
    let client: Client;
    beforeAll(async () => {
      client = await connect(ALL_CAPABILITIES, '2026-07-28');
    });

    /** Sends raw requests: the SDK's `callTool` accepts no task as its result. */
    const getTask = async (taskId: string): Promise<Record<string, unknown>> =>
      client.request({ method: 'tasks/get', params: { taskId } }, anyResult);

    it('finds the revision and the extension', () => {
      expect(client.getProtocolEra()).toBe('modern');
      expect(client.getServerCapabilities()).toMatchObject({
        extensions: { [TASKS_EXTENSION]: {} },
      });
      expect(client.getServerCapabilities()).not.toHaveProperty('tasks');
    });

    it('lists the tools, without a word of tasks', async () => {
      const { tools } = await client.listTools();

      expect(tools.map(({ name: tool }) => tool)).toContain('failing_job');
      expect(tools.filter((tool) => 'execution' in tool)).toStrictEqual([]);
    });

    it('calls a tool that is never a task', async () => {
      expect(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).toMatchObject({
        content: [{ type: 'text', text: 'Hello, Ada!' }],
      });
    });

    it('reads, answers and cancels a task by its ID alone', async () => {
      const { http } = servers();
      const started = await http.request('tools/call', {
        name: 'confirm_delete',
        arguments: { filename: 'a.txt' },
        task: {},
      });
      const { taskId } = started.result?.['task'] as { taskId: string };
      const [key] = await eventually('the question', async () => {
        const keys = Object.keys((await getTask(taskId))['inputRequests'] ?? {});
        return keys.length > 0 ? keys : undefined;
      });
      const inputResponses = { [key ?? '']: answer };
      await client.request(
        { method: 'tasks/update', params: { taskId, inputResponses } },
        anyResult,
      );
      const completed = await eventually('the end', async () => {
        const task = await getTask(taskId);
        return task['status'] === 'completed' ? task : undefined;
      });
      await client.request({ method: 'tasks/cancel', params: { taskId } }, anyResult);

      expect(completed).toMatchObject({
        result: { content: [{ type: 'text', text: 'Deleted a.txt.' }] },
      });
    });

    it('is told which task is unknown', async () => {
      await expect(getTask('unknown')).rejects.toMatchObject({ code: -32602 });
    });
  });

  describe('in 2026-07-28, without the extension', () => {
    let client: Client;
    beforeAll(async () => {
      client = await connect(NO_EXTENSION, '2026-07-28');
    });

    it('gets plain results', async () => {
      const call = { name: 'slow_compute', arguments: { seconds: 0.1, label: 'pi' } };

      expect(await client.callTool(call)).toMatchObject({ structuredContent: { label: 'pi' } });
    });

    it('answers the questions of a plain call, which the same Workflow takes', async () => {
      const call = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };

      expect(await client.callTool(call)).toMatchObject({
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      expect(asked).toStrictEqual(['Delete a.txt?']);
    });

    it('may decline', async () => {
      answer = { action: 'decline' };
      const call = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };

      expect(await client.callTool(call)).toMatchObject({
        content: [{ type: 'text', text: 'Did not delete a.txt: decline.' }],
      });
    });

    it('is told that a tool needs the extension', async () => {
      await expect(client.callTool({ name: 'failing_job' })).rejects.toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
      });
    });

    it('gets the error that a tool ends in', async () => {
      await expect(client.callTool({ name: 'protocol_error_job' })).rejects.toMatchObject({
        code: -32603,
      });
    });
  });

  describe('in 2025-11-25', () => {
    let client: Client;
    beforeAll(async () => {
      client = await connect(NO_EXTENSION, '2025-11-25');
    });

    it('finds the revision and its tasks', () => {
      expect(client.getProtocolEra()).toBe('legacy');
      expect(client.getServerCapabilities()).toHaveProperty('tasks.requests.tools.call');
    });

    it('gets plain results', async () => {
      const call = { name: 'slow_compute', arguments: { seconds: 0.1, label: 'pi' } };

      expect(await client.callTool(call)).toMatchObject({ structuredContent: { label: 'pi' } });
    });

    it('answers the questions of a plain call', async () => {
      const call = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };

      expect(await client.callTool(call)).toMatchObject({
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      expect(asked).toStrictEqual(['Delete a.txt?']);
    });

    it('collects the result of a task by its ID alone', async () => {
      const { http, temporal } = servers();
      const params = { name: 'wait_for_finish', arguments: {}, task: {} };
      const started = await http.request('tools/call', params);
      const { taskId } = started.result?.['task'] as { taskId: string };
      const result = client.request({ method: 'tasks/result', params: { taskId } }, anyResult);
      await finish(temporal, taskId, { sum: 3 });

      expect(await result).toMatchObject({ structuredContent: { sum: 3 } });
    });
  });
});

describe('the wire', () => {
  expectEveryMessageToFit(tap);
});
