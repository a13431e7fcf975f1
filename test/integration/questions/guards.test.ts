/** Guards (`if`) at a question before the start, a confirmation and approvers, with a client of each revision. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Temporal, Connection } from '@temporalio/client';

import type { HostResult } from '../../support/hosts/official-clients.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  type TestServer,
  temporalAddress,
} from '../../support/start-mcp-server.js';
import { createTestFolder } from '../../support/test-folder.js';

const GUARD = "if: 'amount > `500`'";
const MANIFEST = `
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" } }
tools:
  pay:
    workflow: &asking { type: confirmDelete, arguments: ['{ filename: to_string(amount) }', reason, mark] }
    input: &input
      type: object
      properties: { amount: { type: integer, default: 900 }, reason: { type: string }, mark: { type: string } }
    questions:
      why: { message: 'Why {amount}?', properties: { reason: { type: string } }, ${GUARD} }
    confirm: { text: 'Pay {amount}?', ${GUARD} }
  approve:
    workflow: *asking
    input: *input
    access: { approvers: { subjects: [bob], owner: false, ${GUARD} } }
  send:
    workflow:
      type: returnJson
      id: 'send-{key}'
      startDelay: '{wait}'
      arguments: [{ value: { json: '1' } }, { bytes: data }]
    input:
      type: object
      required: [key, wait, data]
      properties: { key: { type: string }, wait: { type: string }, data: { type: string } }
    questions:
      key: { message: 'Which?', properties: { key: { type: string } }, required: [key] }
      wait: { message: 'When?', properties: { wait: { type: string } }, required: [wait] }
      data: { message: 'Bytes?', properties: { data: { type: string } }, required: [data] }
    confirm: 'Send {data}?'
`;

const closers: (() => Promise<unknown>)[] = [];
let server: TestServer;
let temporal: Temporal;

beforeAll(async () => {
  const definitions = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => definitions.stop());
  const folder = await createTestFolder({ 'mcp-tasks.yaml': MANIFEST });
  closers.push(folder.remove);
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Temporal({ connection });
  server = await startMcpServer({
    taskQueue: definitions.taskQueue,
    manifest: `${folder.path}/mcp-tasks.yaml`,
  });
  closers.push(async () => server.stop());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

type Mode = 'auto' | 'legacy';

interface AnsweredCall {
  readonly asked: readonly string[];
  readonly text: string;
}

/** Calls a tool, and accepts all that is asked. */
async function callAccepting(
  mode: Mode,
  call: { readonly name: string; readonly arguments: Record<string, unknown> },
  contentFor: (message: string) => Record<string, string | boolean>,
): Promise<AnsweredCall> {
  const asked: string[] = [];
  const client = new Client(
    { name: 'some-host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', async ({ params: { message } }) => {
    asked.push(message);
    return Promise.resolve({ action: 'accept', content: contentFor(message) });
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  try {
    const { content = [] } = (await client.callTool(call)) as HostResult;
    return { asked, text: content.map(({ text = '' }) => text).join(' ') };
  } finally {
    await client.close();
  }
}

const pay = async (mode: Mode, input: object, name = 'pay'): Promise<AnsweredCall> =>
  callAccepting(mode, { name, arguments: { ...input, mark: randomUUID() } }, () => ({
    confirm: true,
    reason: 'rent',
  }));

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const)('a guard, for a client of %s', (_revision, mode) => {
  it.each([
    ['asks nobody before the start', 'pay'],
    ['leaves the Workflow’s question to the owner alone', 'approve'],
  ])('that is false %s', async (_what, tool) => {
    const { asked, text } = await pay(mode, { amount: 100 }, tool);

    expect(asked).toStrictEqual(['Delete 100?']);
    expect(text).toBe('Deleted 100.');
  });

  it('that is true asks for the argument and the confirmation', async () => {
    const { asked } = await pay(mode, { amount: 900 });

    expect(asked).toStrictEqual(['Why 900?', 'Pay 900?', 'Delete 900?']);
  });

  it('that is true asks only others', async () => {
    const { asked, text } = await pay(mode, { amount: 900 }, 'approve');
    const [taskId = ''] = /mcp-[\w-]+/.exec(text) ?? [];
    await temporal.workflow.getHandle(taskId).terminate('seen');

    expect(asked).toStrictEqual([]);
    expect(text).toContain('approval by somebody other than the user');
  });

  it('reads the defaults of arguments', async () => {
    const { asked } = await pay(mode, {});

    expect(asked).toStrictEqual([expect.stringMatching(/^Why /), 'Pay 900?', 'Delete 900?']);
  });
});

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const)('an answer that gives no valid start, of a client of %s', (_, mode) => {
  it('is asked for again, as one that breaks the schema, ahead of the confirmation', async () => {
    const key = randomUUID();
    const first = { key: '', wait: 'five', data: 'not base64!' };
    const better = { key, wait: '1ms', data: 'aGk_' };
    const answer = (message: string): Record<string, string | boolean> =>
      message.includes('(') ? better : { ...first, confirm: true };
    const { asked, text } = await callAccepting(mode, { name: 'send', arguments: {} }, answer);
    const again = asked.filter((message) => message.includes('('));

    expect([...new Set(again)].sort()).toStrictEqual([
      expect.stringMatching(/^Bytes\? \(.*is not base64/),
      expect.stringMatching(/^When\? \(.*says when to start/),
      expect.stringMatching(/^Which\? \(.*names the task/),
    ]);
    // Nobody confirms what can't start.
    expect(asked.filter((message) => message.startsWith('Send'))).toStrictEqual(['Send aGk_?']);
    expect(text).toBe('1');
    const { status } = await temporal.workflow.getHandle(`send-${key}`).describe();
    expect(status.name).toBe('COMPLETED');
  });
});
