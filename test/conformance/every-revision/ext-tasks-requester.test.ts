import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  createTaskSessionFromClient,
  type RawClientDispatch,
  type SerializedTaskReference,
  type TaskEnabledSession,
  type TaskOutcome,
} from '@modelcontextprotocol/ext-tasks/client';

import type { Revision } from '../../support/conformance/wire-check.js';
import { expectEveryMessageToFit, withWireLog } from '../../support/conformance/with-wire-log.js';
import { eventually } from '../../support/eventually.js';
import { ALL_CAPABILITIES } from '../../support/raw-mcp-2026.js';
import { parseBody } from '../../support/raw-mcp.js';
import { finish } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers();
const tap = withWireLog(() => servers().url);

const clientInfo = { name: 'ext-tasks', version: '0.0.0' };
const ENDPOINT = 'test';
const LEGACY_CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: { tools: {} } };

interface Input {
  readonly kind: string;
  readonly message: unknown;
}

/** Answers of the person, by message of the question. */
const contents: Readonly<Record<string, Record<string, string | number | boolean>>> = {
  'Delete a.txt?': { confirm: true },
  'Which colour?': { colour: 'green' },
  'Which size?': { size: 3 },
};

/** Parses JSON in jest's realm: the package rejects the objects that Node's own `json()` makes in another realm. */
const fetchHere: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const json = async (): Promise<unknown> => JSON.parse(await response.text()) as unknown;
  return Object.defineProperty(response, 'json', { value: json });
};

/** Expected outcomes. In 2025-11-25 this client gets the status and message of a task's end only. */
const outcomes = {
  '2025-11-25': {
    toolError: { status: 'failed', error: { message: expect.stringMatching(/./) } },
    protocolError: { status: 'failed', error: { message: expect.stringMatching(/./) } },
  },
  '2026-07-28': {
    toolError: { status: 'completed', result: { isError: true } },
    protocolError: {
      status: 'failed',
      error: { code: -32603, data: { reason: 'requested by the fixture' } },
    },
  },
};

let nextId = 0;
/** Sends requests of 2026-07-28 as they are, since the SDK's client has no tasks in that revision. */
const dispatch: RawClientDispatch = async (request, { signal, context } = {}) => {
  const { method, params } = request as { method: string; params?: { name?: string } };
  const response = await fetch(tap().url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params?.name !== undefined && { 'mcp-name': params.name }),
      ...context?.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++nextId, ...(request as object) }),
    ...(signal && { signal }),
  });
  const messages = parseBody(await response.text(), response.headers.get('content-type'));
  const reply = messages.at(-1);
  return (
    reply?.error ? { kind: 'error', error: reply.error } : { kind: 'result', result: reply?.result }
  ) as Awaited<ReturnType<RawClientDispatch>>;
};

const modern = {
  rawDispatch: dispatch,
  v2RequestFraming: {
    protocolVersion: '2026-07-28',
    clientInfo,
    clientCapabilities: ALL_CAPABILITIES,
  },
};

describe.each<Revision>(['2025-11-25', '2026-07-28'])(
  'the ext-tasks requester in %s',
  (revision) => {
    const isModern = revision === '2026-07-28';
    const expected = outcomes[revision];
    let started: { client: Client; session: TaskEnabledSession }[] = [];
    let inputs: Input[];

    /** Starts a client without the state of earlier clients. */
    const start = async (): Promise<TaskEnabledSession> => {
      const client = new Client(clientInfo, {
        capabilities: isModern ? ALL_CAPABILITIES : LEGACY_CAPABILITIES,
        ...(isModern && { versionNegotiation: { mode: 'auto' } }),
      });
      const transport = new StreamableHTTPClientTransport(new URL(tap().url), { fetch: fetchHere });
      await client.connect(transport);
      const session = createTaskSessionFromClient(client, {
        endpointId: ENDPOINT,
        onInputRequest: async (request) => {
          const { message } = request.params ?? {};
          inputs.push({ kind: request.kind, message });
          const content = typeof message === 'string' ? contents[message] : undefined;
          return Promise.resolve({ action: 'accept', content: content ?? {} } as never);
        },
        ...(isModern && modern),
      });
      started.push({ client, session });
      return session;
    };

    const options = isModern ? {} : { task: { preference: 'prefer' as const } };
    const settle = async (name: string, args = {}): Promise<TaskOutcome<unknown>> => {
      const session = await start();
      const execution = await session.callTool<unknown>(name, args, options);
      return (await execution.settle()).outcome;
    };

    beforeEach(() => {
      inputs = [];
    });

    // The server would send questions about later tasks to a leftover client.
    afterEach(async () => {
      for (const { client, session } of started) {
        await session.close();
        await client.close();
      }
      started = [];
    });

    /** Ends all clients as a crash does, without closing their sessions. */
    const crash = async (): Promise<void> => {
      for (const { client } of started) await client.close();
      started = [];
    };

    it('gets an immediate result', async () => {
      const session = await start();
      const execution = await session.callTool('greet', { name: 'Ada' });
      const { outcome } = await execution.settle();

      expect(execution.kind).toBe('immediate');
      expect(outcome).toMatchObject({
        status: 'completed',
        result: { content: [{ type: 'text', text: 'Hello, Ada!' }] },
      });
    });

    it('gets the result of a task', async () => {
      const session = await start();
      const args = { seconds: 1, label: 'pi' };
      const execution = await session.callTool('slow_compute', args, options);
      const { outcome } = await execution.settle();

      expect(execution.kind).toBe('task');
      expect(outcome).toMatchObject({
        status: 'completed',
        result: { structuredContent: { label: 'pi', seconds: 1 } },
      });
    });

    it('gets a tool error', async () => {
      expect(await settle('failing_job')).toMatchObject(expected.toolError);
    });

    it('gets a JSON-RPC error with its data', async () => {
      expect(await settle('protocol_error_job')).toMatchObject(expected.protocolError);
    });

    it('answers a question', async () => {
      expect(await settle('confirm_delete', { filename: 'a.txt' })).toMatchObject({
        status: 'completed',
        result: { content: [{ type: 'text', text: 'Deleted a.txt.' }] },
      });
      expect(inputs).toStrictEqual([{ kind: 'elicitation', message: 'Delete a.txt?' }]);
    });

    it('answers two questions at once, each once', async () => {
      expect(await settle('multi_input')).toMatchObject({
        status: 'completed',
        result: {
          structuredContent: {
            colour: { action: 'accept', content: { colour: 'green' } },
            size: { action: 'accept', content: { size: 3 } },
          },
        },
      });
      expect(inputs.map(({ message }) => message).sort()).toStrictEqual([
        'Which colour?',
        'Which size?',
      ]);
    });

    it('cancels', async () => {
      const session = await start();
      const execution = await session.callTool('wait_for_finish', {}, options);
      await execution.cancel();
      const { outcome } = await execution.settle();

      expect(outcome.status).toBe('cancelled');
    });

    it('goes on after a restart, by the ID of the task alone', async () => {
      const before = await start();
      const execution = await before.callTool('wait_for_finish', {}, options);
      if (execution.kind !== 'task') throw new Error('The call became no task.');
      const { taskId } = execution.serializeReference();
      await crash();

      const after = await start();
      const resumed = await after.resumeTask({
        endpointId: ENDPOINT,
        generation: isModern ? 'v2' : 'v1',
        taskId,
        originalOperation: 'tools/call',
      });
      const settlement = resumed.settle();
      await finish(servers().temporal, taskId, { sum: 3 });

      expect((await settlement).outcome).toMatchObject({
        status: 'completed',
        result: { structuredContent: { sum: 3 } },
      });
    });

    it('reads, answers and collects what was started in the other generation', async () => {
      const taskId = await startInOther('confirm_delete', { filename: 'a.txt' });
      const session = await start();
      const execution = await session.resumeTask({
        endpointId: ENDPOINT,
        generation: isModern ? 'v2' : 'v1',
        taskId,
        originalOperation: 'tools/call',
      } as SerializedTaskReference);

      expect((await execution.settle()).outcome).toMatchObject({
        status: 'completed',
        result: { content: [{ type: 'text', text: 'Deleted a.txt.' }] },
      });
      expect(inputs).toHaveLength(1);
    });

    it('cancels what was started in the other generation', async () => {
      const taskId = await startInOther('wait_for_finish', {});
      const session = await start();
      await session.cancelTask(taskId as never);
      const status = await eventually('the work is cancelled', async () => {
        const handle = servers().temporal.workflow.getHandle(taskId);
        const { name } = (await handle.describe()).status;
        return name === 'RUNNING' ? undefined : name;
      });

      expect(status).toBe('CANCELLED');
    });

    /** Starts a task as a client of the other generation, and returns its ID. */
    async function startInOther(name: string, args: object): Promise<string> {
      if (isModern) {
        const params = { name, arguments: args, task: {} };
        const { result } = await servers().http.request('tools/call', params);
        return (result?.['task'] as { taskId: string }).taskId;
      }
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': clientInfo,
        'io.modelcontextprotocol/clientCapabilities': ALL_CAPABILITIES,
      };
      const params = { name, arguments: args, _meta: meta };
      const reply = (await dispatch({ method: 'tools/call', params } as never)) as {
        result?: { taskId: string };
      };
      return reply.result?.taskId ?? '';
    }
  },
);

describe('the wire', () => {
  expectEveryMessageToFit(tap);
});
