import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp } from '../../support/raw-mcp-2026.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import * as steps2025 from '../../support/steps/rev2025-task-steps.js';
import * as steps from '../../support/steps/rev2026-task-steps.js';

const SECRET_TEXT = `payload-${randomUUID()}`;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

let worker: TestWorker;
let server: TestServer;

beforeAll(async () => {
  worker = await runTestWorker({ definitions: 'fixtures' });
  server = await startMcpServer({ taskQueue: worker.taskQueue });
});

afterAll(async () => {
  await server.stop();
  await worker.stop();
});

type Line = Readonly<Record<string, unknown>>;

/** All that was logged: every line has to be JSON. */
const lines = (): Line[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const untilLine = async (about: Line): Promise<Line> =>
  eventually(JSON.stringify(about), () =>
    lines().find((line) => Object.entries(about).every(([key, value]) => line[key] === value)),
  );

describe('the log of a server', () => {
  it('has one line each for call, question, answer and end of a task, with IDs', async () => {
    const mcp = connectStatelessHttp(
      server.url,
      createWireLog(await createWireCheck(), ['server']),
    );
    const { result } = await mcp.request(
      'tools/call',
      {
        name: 'confirm_delete',
        arguments: { filename: SECRET_TEXT },
        _meta: { traceparent: TRACEPARENT },
      },
      { id: 'call-1' },
    );
    const taskId = String(result?.['taskId']);
    const [question = ''] = Object.keys(await steps.untilAsked(mcp, taskId));
    await steps.answer(mcp, taskId, { [question]: YES });
    await steps.untilStatus(mcp, taskId, 'completed');

    const tool = 'confirm_delete';
    expect(await untilLine({ msg: 'Answered', requestId: 'call-1' })).toMatchObject({
      level: 30,
      tool,
      taskId,
      traceId: TRACE_ID,
      outcome: 'task',
      transport: 'http',
      protocolVersion: '2026-07-28',
      ms: expect.any(Number),
    });
    expect(await untilLine({ msg: 'Task asks', taskId })).toMatchObject({ tool, question });
    expect(await untilLine({ msg: 'Task answered', taskId })).toMatchObject({
      questions: [question],
      outcome: 'given',
      requestId: expect.any(String),
    });
    expect(await untilLine({ msg: 'Task ended', taskId })).toMatchObject({
      tool,
      phase: 'succeeded',
    });
    const ofTask = lines().filter((line) => line['taskId'] === taskId);
    expect(ofTask).toHaveLength(4);
    expect(server.log()).not.toContain(SECRET_TEXT);
  });

  it('has a line for a plain call and a refusal, without the texts of clients', async () => {
    const mcp = connectRawHttp(server.url);
    const label = { seconds: 0, label: SECRET_TEXT };
    await mcp.request('tools/call', { name: 'slow_compute', arguments: label }, { id: 'plain' });
    await steps2025.errorOf(
      mcp.request('tools/call', { name: SECRET_TEXT, arguments: {} }, { id: 'lost' }),
    );
    await steps2025.errorOf(mcp.request('tasks/get', { taskId: 'mcp-nothing' }, { id: 'poll' }));

    expect(await untilLine({ msg: 'Answered', requestId: 'plain' })).toMatchObject({
      tool: 'slow_compute',
      outcome: 'done',
      taskId: expect.any(String),
      protocolVersion: '2025-11-25',
    });
    expect(await untilLine({ requestId: 'lost' })).toMatchObject({
      msg: 'Refused',
      tool: 'unknown',
      outcome: 'refused',
      code: -32602,
    });
    expect(await untilLine({ requestId: 'poll' })).toMatchObject({
      msg: 'Refused',
      method: 'tasks/get',
      taskId: 'mcp-nothing',
    });
    expect(server.log()).not.toContain(SECRET_TEXT);
  });

  it('has a line for what is refused before a generation reads it', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
      body: '{}',
    });

    expect(response.status).toBe(403);
    expect(await untilLine({ msg: 'Refused before it was read' })).toMatchObject({ status: 403 });
  });

  it('says that the server stops, and that it has', async () => {
    await server.stop();

    expect(lines().slice(-2)).toMatchObject([
      { level: 30, msg: 'MCP server is stopping' },
      { level: 30, msg: 'MCP server has stopped' },
    ]);
  });
});
