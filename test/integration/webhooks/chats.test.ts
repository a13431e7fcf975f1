/** The examples of docs/webhooks.md for Slack and Teams, against what these services document. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { parse } from 'yaml';

import { COMPANION_WORKFLOW_TYPE } from '../../../src/core/companion/companion.js';
import { readBlocks } from '../../support/documents.js';
import { eventually } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  type TestServer,
  temporalAddress,
} from '../../support/start-mcp-server.js';
import { startWebhookWorker, type WebhookWorker } from '../../support/start-webhook-worker.js';
import { createTask } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder } from '../../support/test-folder.js';

import { type ChatService, startSlack, startTeams } from './chat-services.js';

const INBOX = 'https://tasks.example.com/inbox';
/** The times of the example, and those of the test. */
const TIMES = new Map([
  ['4h', '4s'],
  ['1 day', '6s'],
]);

const closers: (() => Promise<unknown>)[] = [];
let slack: ChatService;
let teams: ChatService;
let server: TestServer;
let worker: WebhookWorker;
let restartWorker: () => Promise<WebhookWorker>;
let temporal: Client;

/** The webhooks of the example, with short times, at addresses of this machine. */
function readExample(): unknown {
  const block = readBlocks('docs/webhooks.md').find(({ code }) => code.includes('SLACK_'));
  const { defaults } = parse(block?.code ?? '') as {
    readonly defaults: { readonly webhooks: readonly { readonly after?: string }[] };
  };
  return defaults.webhooks.map(({ after, ...webhook }) => ({
    ...webhook,
    ...(after === undefined ? {} : { after: TIMES.get(after) }),
    internalAddresses: true,
  }));
}

beforeAll(async () => {
  [slack, teams] = [await startSlack(), await startTeams()];
  closers.push(slack.close, teams.close);
  const definitions = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => definitions.stop());
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  const folder = await createTestFolder({
    'server.yaml': `name: chats-${randomBytes(6).toString('hex')}\ninbox: { url: ${INBOX} }\n`,
    'mcp-tasks.yaml': `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" }, task: { becomesTaskAfter: 0s, joinRepeats: false } }
tools:
  confirm_delete:
    workflow: confirmDelete
    input: { type: object, properties: { filename: { type: string } } }
    webhooks: ${JSON.stringify(readExample())}
`,
  });
  closers.push(folder.remove);
  const options = {
    taskQueue: definitions.taskQueue,
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    environment: { SLACK_WEBHOOK_URL: slack.url, TEAMS_WEBHOOK_URL: teams.url },
  };
  server = await startMcpServer(options);
  restartWorker = async () => startWebhookWorker(options);
  worker = await restartWorker();
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
  for (const close of closers.reverse()) await close();
});

const ask = async (filename: string): Promise<string> =>
  createTask(connectRawHttp(server.url), 'confirm_delete', { arguments: { filename } });

/** The messages of a service about one file. */
const about = ({ posts }: ChatService, filename: string) =>
  posts.filter(({ body }) => JSON.stringify(body).includes(`Delete ${filename}?`));

describe('a question of the example', () => {
  it('is told to Slack at once and again, and to Teams last, in forms that both accept', async () => {
    const filename = `<!channel> **${randomBytes(4).toString('hex')}**`;
    await ask(filename);
    await eventually('Slack to be told', () => about(slack, filename).length === 1);
    // The next Worker keeps what is pending.
    await worker.stop();
    worker = await restartWorker();
    await eventually('Teams to be told', () => about(teams, filename).length === 1);
    const [first, reminder] = about(slack, filename);
    const [escalated] = about(teams, filename);

    expect(about(slack, filename)).toHaveLength(2);
    expect(reminder?.body).toEqual(first?.body);
    expect(reminder?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
    expect((reminder?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(2_000);
    expect(escalated?.atMs).toBeGreaterThan(reminder?.atMs ?? Infinity);
    expect(first?.headers).not.toHaveProperty('webhook-signature');
    expect(first?.body).toMatchObject({
      text: 'confirm_delete has a question',
      blocks: [
        { text: { type: 'plain_text', text: `Delete ${filename}?` } },
        { elements: [{ text: expect.stringContaining(`<${INBOX}/questions/`) }] },
      ],
    });
    expect(new Set(slack.verdicts)).toEqual(new Set(['200 ok']));
    expect(new Set(teams.verdicts)).toEqual(new Set(['202']));
  });

  it('is not told again once it is closed', async () => {
    const [closed, open] = ['closed', 'open'].map(
      (word) => `${word}-${randomBytes(4).toString('hex')}`,
    );
    const taskId = await ask(closed ?? '');
    await eventually('Slack to be told', () => about(slack, closed ?? '').length === 1);
    await temporal.workflow.getHandle(taskId).terminate('answered elsewhere');
    await ask(open ?? '');
    await eventually(
      'Teams to hear about the open one',
      () => about(teams, open ?? '').length === 1,
    );

    expect(about(slack, closed ?? '')).toHaveLength(1);
    expect(about(teams, closed ?? '')).toHaveLength(0);
  });

  it('shows neither address to Temporal or a log', async () => {
    const filename = randomBytes(4).toString('hex');
    const taskId = await ask(filename);
    await eventually('Slack to be told', () => about(slack, filename).length === 1);
    const query = `WorkflowType = '${COMPANION_WORKFLOW_TYPE}' AND WorkflowId STARTS_WITH 'mcp-companion-${taskId}'`;
    const id = await eventually('the companion in the list', async () => {
      for await (const { workflowId } of temporal.workflow.list({ query })) return workflowId;
      return undefined;
    });
    const history = JSON.stringify(await temporal.workflow.getHandle(id).fetchHistory());
    const text = history.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, (part) =>
      Buffer.from(part, 'base64').toString(),
    );

    expect(text).toContain(filename);
    for (const where of [text, worker.log(), server.log()]) {
      expect(where).not.toContain('/hook?k=');
    }
  });
});
