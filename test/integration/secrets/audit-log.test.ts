/** The audit log says who did what, over both transports and in both generations. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { hashToken } from '../../../src/security/auth/tokens/create-verifiers.js';
import { post26, readAnswer } from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { terminateRunning } from '../../support/open-executions.js';
import { seriesOf, withMetrics } from '../../support/prometheus.js';
import { initializeParams, connectRawStdio, post } from '../../support/raw-mcp.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

type Line = Readonly<Record<string, unknown>>;

/** The principals of the static tokens, as the log writes them. */
const principals = { ada: '["static","ada"]', eve: '["static","eve"]' };
const tokens = { ada: `ada-${randomUUID()}`, eve: `eve-${randomUUID()}` };
const prefix = `audit-${randomUUID()}`;
let folder: TestFolder;
let worker: TestWorker;
let connection: Connection;
let temporal: Client;

const TOOLS = `defaults: { workflow: { taskQueue: '\${TEST_TASK_QUEUE}' }, task: { becomesTaskAfter: 0s, joinRepeats: false } }
tools:
  quick_job: { workflow: quickJob }
  wait_for_finish: { workflow: waitForFinish }
  named:
    workflow: { type: quickJob, id: '${prefix}-{id}' }
    input: { type: object, required: [ id ], properties: { id: { type: string } } }
  confirm_delete:
    workflow: confirmDelete
    input: { type: object, required: [ filename ], properties: { filename: { type: string } } }
  secret_job: { workflow: quickJob, access: { allow: { team: [ red ] } } }
  scoped_job: { workflow: quickJob, access: { scopes: [ more ] } }
`;
const auth = (): string => `auth:
  tokens:
    - { sha256: ${hashToken(tokens.ada)}, principal: ada }
    - { sha256: ${hashToken(tokens.eve)}, principal: eve }
limits: { requestsPerMinute: 100 }`;

const read = (name = 'audit.log'): Line[] =>
  readFileSync(`${folder.path}/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** Writes a manifest of a server with these settings. Returns its path. */
const write = async (settings: string, name: string): Promise<string> => {
  await folder.write({
    [`${name}.yaml`]: `server: ${name}.server.yaml\n${TOOLS}`,
    [`${name}.server.yaml`]: settings,
  });
  return `${folder.path}/${name}.yaml`;
};

beforeAll(async () => {
  folder = await createTestFolder();
  worker = await runTestWorker({ definitions: 'fixtures' });
  connection = await Connection.connect({ address: temporalAddress() });
  temporal = new Client({ connection });
});

afterAll(async () => {
  await terminateRunning(temporal, `TaskQueue = '${worker.taskQueue}'`);
  await worker.stop();
  await connection.close();
  await folder.remove();
});

describe('the audit log of a server that asks for tokens', () => {
  let server: TestServer;
  beforeAll(async () => {
    const manifest = await write(`audit: { to: '${folder.path}/audit.log' }\n${auth()}\n`, 'm');
    server = await startMcpServer({ taskQueue: worker.taskQueue, manifest });
  });
  afterAll(async () => server.stop());

  /** The entries of one request. */
  const linesOf = (id: string): Line[] =>
    read().filter(({ correlationId }) => correlationId === id);
  const withoutCommon = ({ time, address, transport, ...line }: Line): Line => {
    expect([typeof time, address, transport]).toStrictEqual(['string', '127.0.0.1', 'http']);
    return line;
  };

  const ask25 = async (who: keyof typeof tokens, method: string, params: object = {}) => {
    const id = randomUUID();
    const headers = { authorization: `Bearer ${tokens[who]}`, 'x-request-id': id };
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const answer = await readAnswer(await post(server.url, body, { headers }));
    return { answer, lines: linesOf(id).map(withoutCommon) };
  };
  const ask26 = async (who: keyof typeof tokens, method: string, params: object = {}) => {
    const id = randomUUID();
    const headers = { authorization: `Bearer ${tokens[who]}`, 'x-request-id': id };
    const answer = await readAnswer(await post26(server.url, { method, params, headers }));
    return { answer, lines: linesOf(id).map(withoutCommon) };
  };
  const generations = [
    { generation: '2025-11-25', ask: ask25, asTask: { task: {} } },
    { generation: '2026-07-28', ask: ask26, asTask: {} },
  ];
  const taskIdOf = ({ message }: { readonly message: object }): string =>
    /"taskId":"([^"]+)"/.exec(JSON.stringify(message))?.[1] ?? 'none';

  describe.each(generations)('under $generation', ({ generation, ask, asTask }) => {
    const create = async (name: string, args: object = {}): Promise<string> => {
      const { answer } = await ask('ada', 'tools/call', { name, arguments: args, ...asTask });
      return taskIdOf(answer);
    };

    it('has who called what, and the task that came of it', async () => {
      const params = { name: 'quick_job', arguments: {}, ...asTask };
      const { answer, lines } = await ask('ada', 'tools/call', params);

      const common = {
        correlationId: expect.any(String) as unknown,
        principal: principals.ada,
        tool: 'quick_job',
        generation,
        ...(lines[1]?.['client'] !== undefined && { client: 'raw-client' }),
      };
      expect(lines).toStrictEqual([
        { ...common, event: 'call.admitted', outcome: 'begun' },
        { ...common, event: 'task.created', outcome: 'done', taskId: taskIdOf(answer) },
      ]);
    });

    it('has whose result was collected, cancelled and answered', async () => {
      const quick = await create('quick_job');
      await eventually('it has ended', async () => {
        const { status } = await temporal.workflow.getHandle(quick).describe();
        return status.name === 'COMPLETED';
      });
      const open = await create('wait_for_finish');

      const collected = await ask('ada', 'tasks/get', { taskId: quick });
      const looked = await ask('ada', 'tasks/get', { taskId: open });
      const cancelled = await ask('ada', 'tasks/cancel', { taskId: open });

      expect(collected.lines).toMatchObject([
        {
          event: 'task.outcome_read',
          outcome: 'done',
          taskId: quick,
          tool: 'quick_job',
          generation,
        },
      ]);
      expect(looked.lines).toStrictEqual([]);
      expect(cancelled.lines).toMatchObject([
        { event: 'task.cancelled', outcome: 'begun', taskId: open, principal: principals.ada },
        { event: 'task.cancelled', outcome: 'done', taskId: open, principal: principals.ada },
      ]);
    });

    it('counts who looks for what is not theirs', async () => {
      const foreign = await create('wait_for_finish');

      const first = await ask('eve', 'tasks/get', { taskId: foreign });
      const second = await ask('eve', 'tasks/cancel', { taskId: `${foreign.slice(0, -1)}x` });

      expect(first.lines).toMatchObject([
        {
          event: 'task.lookup_failed',
          outcome: 'failed',
          principal: principals.eve,
          taskId: foreign,
        },
      ]);
      const count = Number(first.lines[0]?.['count']);
      expect(count).toBeGreaterThan(0);
      expect(second.lines).toContainEqual(
        expect.objectContaining({
          event: 'task.lookup_failed',
          principal: principals.eve,
          count: count + 1,
        }),
      );
    });

    it.each([
      ['an unknown tool', 'nobody_has_this', 'unknownTool'],
      ['a tool that is for others', 'secret_job', 'notAllowed'],
      ['a tool that needs another scope', 'scoped_job', 'insufficient_scope'],
    ])('has who was refused: %s', async (_what, name, reason) => {
      const { lines } = await ask('eve', 'tools/call', { name, arguments: {}, ...asTask });

      expect(lines.at(-1)).toMatchObject({
        event: 'call.refused',
        outcome: 'refused',
        principal: principals.eve,
        tool: name,
        reason,
      });
      expect(JSON.stringify(lines)).not.toContain('task.created');
    });

    it('has arguments that were refused, and not what they were', async () => {
      const args = { filename: { canary: 'hunter2' } };
      const { lines } = await ask('eve', 'tools/call', { name: 'confirm_delete', arguments: args });

      expect(lines.at(-1)).toMatchObject({ event: 'call.refused', outcome: 'refused' });
      expect(JSON.stringify(lines)).not.toContain('hunter2');
    });
  });

  it('has answers, without what they say', async () => {
    const { answer: created } = await ask26('ada', 'tools/call', {
      name: 'confirm_delete',
      arguments: { filename: 'hunter2' },
    });
    const taskId = taskIdOf(created);
    const key = await eventually('the question', async () => {
      const { answer } = await ask26('ada', 'tasks/get', { taskId });
      const { inputRequests = {} } = answer.message.result as { inputRequests?: object };
      return Object.keys(inputRequests)[0];
    });
    const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
    const { lines } = await ask26('ada', 'tasks/update', { taskId, inputResponses });

    expect(lines).toMatchObject([
      { event: 'task.answered', outcome: 'begun', taskId, principal: principals.ada },
      { event: 'task.answered', outcome: 'done', taskId, principal: principals.ada },
    ]);
    expect(JSON.stringify(read())).not.toContain('hunter2');
  });

  it('has lists, and who came without a token that holds', async () => {
    const listed = await ask25('ada', 'tasks/list');
    const id = randomUUID();
    const { headers } = await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      {
        headers: { authorization: 'Bearer hunter2', 'x-request-id': id },
      },
    );
    await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      {
        headers: { 'x-request-id': `${id}-none` },
      },
    );

    expect(listed.lines).toMatchObject([
      { event: 'tasks.listed', outcome: 'done', principal: principals.ada },
    ]);
    expect(linesOf(id).map(withoutCommon)).toStrictEqual([
      {
        event: 'authentication.failed',
        outcome: 'refused',
        reason: 'invalid_token',
        correlationId: id,
        refusalId: headers.get('x-correlation-id'),
      },
    ]);
    expect(linesOf(`${id}-none`)).toMatchObject([{ reason: 'no_token' }]);
    expect(JSON.stringify(read())).not.toContain('hunter2');
  });

  it('has who does too much', async () => {
    await eventually('the requests of the minute are used up', async () => {
      const { answer, lines } = await ask26('eve', 'tools/call', { name: 'nobody_has_this' });
      // The server writes this entry after it has sent the answer, so the test may read the log too early.
      if (answer.status !== 429 || lines.length === 0) return undefined;
      expect(lines).toMatchObject([
        { event: 'call.refused', outcome: 'refused', reason: 'tooMany', principal: principals.eve },
      ]);
      return true;
    });
  });
});

describe('an audit log that cannot be written', () => {
  it('is logged and counted, and the call goes on', async () => {
    const port = await findQuietPort();
    const manifest = await write('audit: { to: /dev/full }', 'full');
    const environment = withMetrics(port);
    const server = await startMcpServer({ taskQueue: worker.taskQueue, manifest, environment });
    const params = { name: 'named', arguments: { id: 'a' } };
    const { status } = await readAnswer(await post26(server.url, { method: 'tools/call', params }));
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await server.stop();

    expect(status).toBe(200);
    await expect(temporal.workflow.getHandle(`${prefix}-a`).describe()).resolves.toBeDefined();
    expect(server.log()).toMatch(/"code":"ENOSPC".*The audit log cannot be written/);
    // One before the call, one after it.
    expect(seriesOf(metrics, 'temporal_mcp_audit_lost_total')).toStrictEqual([
      expect.stringMatching(/ 2$/),
    ]);
  });
});

describe('over stdio', () => {
  it('has who may not have so much open', async () => {
    const settings = `audit: { to: '${folder.path}/busy.log' }\nlimits: { openTasks: 1 }`;
    const manifest = await write(settings, 'busy');
    // No other file counts towards the limit of this owner.
    const environment = { TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}` };
    const mcp = await connectRawStdio({ taskQueue: worker.taskQueue, manifest, environment });
    for (let calls = 0; calls < 2; calls += 1) {
      await mcp.request('tools/call', { name: 'wait_for_finish', arguments: {}, task: {} });
    }
    await mcp.close();

    expect(read('busy.log')).toMatchObject([
      { event: 'call.admitted' },
      { event: 'task.created' },
      { event: 'call.admitted' },
      { event: 'call.refused', outcome: 'refused', reason: 'busy', tool: 'wait_for_finish' },
    ]);
  });

  it('stands the same, of the local user', async () => {
    const manifest = await write(`audit: { to: '${folder.path}/stdio.log' }`, 'stdio');
    const mcp = await connectRawStdio({ taskQueue: worker.taskQueue, manifest });
    await mcp.request('tools/call', { name: 'quick_job', arguments: {}, task: {} });
    await mcp.close();

    const about = { principal: 'local', transport: 'stdio', tool: 'quick_job' };
    // The connection may also learn of the end, which adds another entry.
    expect(read('stdio.log').slice(0, 2)).toMatchObject([
      { event: 'call.admitted', ...about },
      { event: 'task.created', ...about, client: initializeParams()['clientInfo'] && 'raw-client' },
    ]);
  });
});
