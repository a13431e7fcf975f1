/** Pages that are open while what is behind them goes away. */
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { createTaskServer } from '../../../src/app/server/create-task-server.js';
import type { TaskServer } from '../../../src/app/server/task-server.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
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
  (
    await given()
      .connect()
      .get(asOwner({ owner: 'local' }), taskId)
  ).phase;
const typedOn = async (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: 'View' }).inputValue();

describeWithBrowser('a page that is open', () => {
  it('stays while its server is away, and its form is taken by the next one', async () => {
    const { port, server, page, taskId } = await answering();
    await server.close();
    await start(port);
    expect(await typedOn(page)).toBe('Typed before it was gone');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was sent.').waitFor();

    await eventually('the task has ended', async () => (await phaseOf(taskId)) === 'succeeded');
  });

  it('goes on to show changes with the next server', async () => {
    const { port, server, page, taskId } = await answering();
    await page.goto(inboxOf(`http://127.0.0.1:${port}/mcp`).home);
    await server.close();
    await page.waitForEvent('requestfailed');
    expect(await page.getByRole('link', { name: 'Your view?' }).count()).toBe(1);
    await start(port);
    await given().temporal.workflow.getHandle(taskId).terminate('gone');
    await page.getByRole('link', { name: 'Your view?' }).waitFor({ state: 'detached' });
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
