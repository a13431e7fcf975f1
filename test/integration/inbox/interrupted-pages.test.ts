/** Pages that are open while what is behind them goes away. */
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { createTaskServer, type TaskServer } from '../../../src/app/server/create-task-server.js';
import { parseManifest } from '../../../src/manifest/file/load-manifest.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { describeWithBrowser, withBrowser } from '../../support/inbox/browser.js';
import { connectClient, inboxOf, startAsking, toForm } from '../../support/inbox/inbox-steps.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { withTasks } from '../../support/with-tasks.js';

const given = withTasks();
const open = withBrowser();
const servers: TaskServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Starts a server, as the one before has left off. */
async function start(port: number): Promise<TaskServer> {
  const { taskQueue, secret } = given();
  const server = await createTaskServer({
    manifest: parseManifest(
      `defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes }
tools: { ask_by_contract: { workflow: askByContract, input: { type: object } } }`,
      { server: 'inbox: {}' },
    ),
    temporal: { connection: { address: temporalAddress() }, namespace: 'default' },
    secret,
  });
  servers.push(server);
  await server.listen({ port, drainMs: 500 });
  return server;
}

/** A server with somebody who is about to answer a question. */
async function answering(): Promise<{
  readonly port: number;
  readonly server: TaskServer;
  readonly page: Page;
  readonly taskId: string;
}> {
  const port = await findQuietPort();
  const server = await start(port);
  const url = `http://127.0.0.1:${port}/mcp`;
  const client = await connectClient(url);
  const view = { view: { type: 'string', title: 'View' } };
  const taskId = await startAsking(client, { one: toForm('Your view?', view) });
  given().terminateLater(taskId);
  await client.close();
  const { page } = await open();
  await page.goto(inboxOf(url).question(taskId, 'one'));
  await page.getByRole('textbox', { name: 'View' }).fill('Typed before it was gone');
  return { port, server, page, taskId };
}

const phaseOf = async (taskId: string): Promise<string> =>
  (await given().connect().get(taskId, 'local')).phase;
const typedOn = async (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: 'View' }).inputValue();

describeWithBrowser('a page that is open', () => {
  it('says that its server is away, goes on with the next one, and its form is taken there', async () => {
    const { port, server, page, taskId } = await answering();
    await server.close();
    await page.getByText('Changes are not shown at the moment').waitFor();
    await start(port);
    await page.getByText('Changes are not shown at the moment').waitFor({ state: 'hidden' });
    expect(await typedOn(page)).toBe('Typed before it was gone');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was sent.').waitFor();

    await eventually('the task has ended', async () => (await phaseOf(taskId)) === 'succeeded');
  });

  it('asks again when a proxy refuses to tell of changes, and hears of what has happened', async () => {
    const { page, taskId } = await answering();
    let isAway = true;
    await page.route('**/inbox/events*', async (route) =>
      isAway ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
    );
    await page.reload();
    await page.getByText('Changes are not shown at the moment').waitFor();
    await page.getByRole('textbox', { name: 'View' }).fill('Typed meanwhile');
    isAway = false;
    await page.getByText('Changes are not shown at the moment').waitFor({ state: 'hidden' });
    await given().temporal.workflow.getHandle(taskId).terminate('gone');
    await page.getByText('This question is not open any more: it was').first().waitFor();

    expect(await typedOn(page)).toBe('Typed meanwhile');
    expect(await page.getByRole('button', { name: 'Send answer' }).count()).toBe(0);
  });

  it('sends an answer once, however often the button is pressed', async () => {
    const { page } = await answering();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Send answer' }).dblclick();
    await page.getByText('Your answer was sent.').waitFor();

    expect(sent).toHaveLength(1);
  });
});
