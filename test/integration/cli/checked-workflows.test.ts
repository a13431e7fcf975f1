import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { runCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

let directory: string;
let worker: TestWorker;
let connection: Connection;
let client: Client;
const opened: string[] = [];

/** Starts a Workflow as another client would. @returns Its Workflow ID. */
async function start(workflowType: string, ...args: unknown[]): Promise<string> {
  const workflowId = `test-${randomUUID()}`;
  const { taskQueue } = worker;
  await client.workflow.start(workflowType, { workflowId, taskQueue, args });
  opened.push(workflowId);
  return workflowId;
}

let purchaseId: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'checked-'));
  connection = await Connection.connect({ address: temporalAddress() });
  client = new Client({ connection });
  worker = await runTestWorker({ definitions: 'fixtures' });
  purchaseId = await start('purchase', { item: 'book', cents: 100 });
  const joined = await start('joinPositional', 'a', 'b', 3);
  await client.workflow.getHandle(joined).result();
  await start('nobodyRegisteredThis');
});

afterAll(async () => {
  for (const workflowId of opened) {
    await client.workflow
      .getHandle(workflowId)
      .terminate()
      .catch(() => undefined);
  }
  await worker.stop();
  await connection.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Repeats `check` until its output matches. @returns The exit code, and the lines without their positions. */
async function check(
  manifest: string,
  expected: RegExp,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const path = join(directory, `${randomUUID()}.yaml`);
  writeFileSync(
    path,
    `defaults: { workflow: { taskQueue: ${worker.taskQueue} } }
${manifest}`,
  );
  let last = '';
  try {
    return await eventually('a check that says so', async () => {
      const { code, stdout, stderr } = await runCli(['check', '--manifest', path]);
      last = stdout + stderr;
      // wrong-tools.test.ts tests the positions in the manifest.
      const lines = stdout.trim().split('\n');
      const plain = lines.map((line) => line.replace(/^(.{9})\/\S+:\d+:\d+ /, '$1'));
      return expected.test(plain.join('\n')) ? { code, lines: plain } : undefined;
    });
  } catch (error) {
    throw new Error(`It says:\n${last}`, { cause: error });
  }
}

const PURCHASE = `
  buy:
    workflow: purchase
    description: Buys something.
    input:
      type: object
      required: [item, cents]
      properties: { item: { type: string }, cents: { type: integer } }
`;

/** Random, because all suites share the namespace. */
const NEVER_SEEN = `never${randomUUID().replaceAll('-', '')}`;

describe('check, of Workflows that have run', () => {
  it('finds nothing wrong with what works', async () => {
    const { code, lines } = await check(
      `tools:${PURCHASE}
  join:
    workflow: { type: joinPositional, arguments: [first, second, count] }
    description: Joins.
    input:
      type: object
      required: [first]
      properties: { first: { type: string }, second: { type: string }, count: { type: integer } }
actions:
  show: { workflow: purchase, query: getPurchase, description: Shows it. }
  change:
    workflow: purchase
    update: changeAmount
    description: Changes it.
    arguments: [cents]
    input: { type: object, required: [cents], properties: { cents: { type: integer } } }
`,
      /ok {7}buy: purchase ran .*\n[^]*ok {7}join: joinPositional ran/,
    );

    expect(lines.filter((line) => !line.startsWith('ok '))).toStrictEqual([]);
    expect(lines.filter((line) => line.includes('buy: '))).toStrictEqual([
      `ok       buy: purchase ran on Task Queue ${worker.taskQueue} a moment ago.`,
      'ok       buy: its arguments are like those of purchase, by the one start seen.',
      `ok       buy: ${purchaseId} has Query getPurchase, Update changeAmount.`,
    ]);
    expect(code).toBe(0);
  });

  it('says which handlers a Workflow does not have, and which are meant', async () => {
    const { code, lines } = await check(
      `tools:${PURCHASE}    questions:
      approval:
        when: { from: { query: getPurchace, path: state }, is: awaiting approval }
        message: Buy it?
        properties: { ok: { type: boolean } }
        answer: { signal: approved, arguments: [ok] }
actions:
  refund: { workflow: purchase, update: refund, description: Pays back. }
`,
      /buy: its question/,
    );

    expect(lines.filter((line) => !line.startsWith('ok '))).toStrictEqual([
      `PROBLEM  buy: its question approval counts on the Query "getPurchace", which ${purchaseId} does not have. Did you mean "getPurchase"?`,
      `PROBLEM  buy: its question approval counts on the Signal "approved", which ${purchaseId} does not have. Did you mean "approve"?`,
      `PROBLEM  buy: the action refund counts on the Update "refund", which ${purchaseId} does not have. It has changeAmount, collect.`,
    ]);
    expect(code).toBe(1);
  });

  it('says that arguments are others than those that were seen', async () => {
    const { code, lines } = await check(
      `tools:
  join:
    workflow: joinPositional
    description: Joins.
    input: { type: object, properties: { first: { type: string } } }
  buy:
    workflow: purchase
    description: Buys something.
    input: { type: object, required: [item, price], properties: { item: { type: integer }, price: {} } }
`,
      /join: of joinPositional/,
    );

    expect(lines.filter((line) => !line.startsWith('ok '))).toStrictEqual([
      expect.stringMatching(
        /^warning {2}join: of joinPositional, by the one start seen: it was started with 3 arguments every time, and this tool gives 1/,
      ),
      expect.stringMatching(
        /^PROBLEM {2}join: .* the argument was a text every time, and this tool gives an object/,
      ),
      expect.stringMatching(/^warning {2}buy: .* "cents" was in the argument every time/),
      expect.stringMatching(/^warning {2}buy: .* "price" was never in the argument/),
      expect.stringMatching(/^warning {2}buy: .* "item" .* was a text every time/),
    ]);
    expect(lines.join('\n')).not.toContain('book');
    expect(code).toBe(1);
  });

  it('says of Workflow Types how sure it is that a Worker has them', async () => {
    const { code, lines } = await check(
      `tools:
  unregistered: { workflow: { type: nobodyRegisteredThis, arguments: [] } }
  misspelt: { workflow: joinPositionel }
  unseen: { workflow: ${NEVER_SEEN} }
  elsewhere: { workflow: { type: purchase, taskQueue: '${worker.taskQueue}-other' } }
`,
      /PROBLEM {2}unregistered/,
    );
    const about = (tool: string): string[] =>
      lines.filter((line) => line.slice(9).startsWith(`${tool}: `));

    expect(about('unregistered')).toStrictEqual([
      expect.stringMatching(
        /^PROBLEM {2}unregistered: no Worker on Task Queue .* has registered nobodyRegisteredThis: it was started there a moment ago, and could not run \(test-.*\): .*nobodyRegisteredThis/,
      ),
    ]);
    expect(about('misspelt')).toStrictEqual([
      'warning  misspelt: joinPositionel was never seen, but joinPositional was, on the same Task Queue: is the name right? A call to a type that no Worker has waits for ever.',
    ]);
    expect(about('unseen')).toStrictEqual([
      expect.stringMatching(
        /^warning {2}unseen: never\w+ was never seen, so no Worker may have it, and a call would wait for ever\. On Task Queue .* ran .*joinPositional/,
      ),
    ]);
    expect(about('elsewhere')).toStrictEqual([
      // Other suites may have started a purchase since.
      expect.stringMatching(
        /^warning {2}elsewhere: purchase was never seen on Task Queue .*-other, but on [\w-]+, a moment ago: is "taskQueue" right\?$/,
      ),
    ]);
    expect(code).toBe(1);
  });
});
