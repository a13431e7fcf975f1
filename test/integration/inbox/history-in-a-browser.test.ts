/** What has happened in a task, on its page in a real browser. */
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import type { AskedClient } from '../../support/asked-client.js';
import { eventually } from '../../support/eventually.js';
import {
  describeWithBrowser,
  expectAccessible,
  isWithinWidth,
  takePicture,
  withBrowser,
} from '../../support/inbox/browser.js';
import { connectClient, inboxOf } from '../../support/inbox/inbox-steps.js';
import { createTask, untilStatus } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('../../support/inbox/inbox-manifest.yaml', import.meta.url));
const given = withTestServers(MANIFEST);
const open = withBrowser();
const inbox = () => inboxOf(given().url);

let client: AskedClient;
beforeEach(async () => {
  client = await connectClient(given().url);
});
afterEach(async () => {
  await client.close();
});

const ORDER = { order: '7001', amount: 129 };

/** The steps of a page: their sign and their words, without times. */
async function stepsOf(page: Page): Promise<string[]> {
  const steps = await page.locator('.timeline > li').all();
  return Promise.all(
    steps.map(async (step) => {
      const lines = (await step.locator('.step').innerText()).split('\n');
      return [await step.getAttribute('class'), ...lines.filter(Boolean)].join(' | ');
    }),
  );
}

describeWithBrowser('the page of a task', () => {
  it('names it, and shows its steps, arguments and result', async () => {
    const { page, complaints } = await open({ viewport: { width: 1_100, height: 900 } });
    const taskId = await createTask(client, 'refund', { arguments: ORDER });
    await untilStatus(client, taskId, 'input_required');
    await page.goto(inbox().task(taskId));

    expect(await page.locator('h1').innerText()).toBe('Refund 129 EUR for order 7001');
    expect(await stepsOf(page)).toStrictEqual([
      'done | Called by you',
      'done | failOnce attempt 2 | Attempt 1 failed: HTTP 502 of the shop (BadGateway)',
      'done | Waited 1 ms',
      'done | quickJob (child workflow)',
      'asks | Asked | Refund 129 EUR for order 7001?',
    ]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await untilStatus(client, taskId, 'completed');
    await page.goto(inbox().task(taskId));

    expect((await stepsOf(page)).slice(-2)).toStrictEqual([
      'done | Approved by you in the inbox | Refund the customer: yes',
      'done | Completed',
    ]);
    expect(await page.getByText(/waiting for people/).count()).toBe(1);
    expect(await page.getByRole('table', { name: 'Called with' }).innerText()).toContain('7001');
    const result = page.getByRole('region', { name: 'Result' });
    expect(await result.getByRole('row').allInnerTexts()).toStrictEqual([
      'reference\tR-7001',
      'amount\t129',
      'approved\tyes',
    ]);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as JSON' }).click();
    expect((await download).suggestedFilename()).toBe('result.json');
    await expectAccessible(page);
    await takePicture(page, 'inbox-history');
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await isWithinWidth(page)).toBe(true);
    expect(complaints).toStrictEqual([]);
  });

  it('shows what failed only if the tool shows it, and says the failure once', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const openFailed = async (tool: string): Promise<string[]> => {
      const taskId = await createTask(client, tool, { arguments: { ...ORDER, fails: true } });
      await untilStatus(client, taskId, 'failed');
      await page.goto(inbox().task(taskId));
      return stepsOf(page);
    };

    expect(await openFailed('refund')).toContain(
      'done | failOnce attempt 2 | Attempt 1 failed: HTTP 502 of the shop (BadGateway)',
    );
    expect(await openFailed('refund_in_silence')).toContain('done | failOnce attempt 2');
    expect(await page.locator('h1').innerText()).toBe('Refund a customer: 7001');
    expect(await page.getByText('The bank is closed').count()).toBe(1);
    expect(await page.getByText('Times are in UTC.').count()).toBe(1);
  });

  it('shows what an operator did', async () => {
    const { page } = await open();
    const taskId = await createTask(client, 'refund', { arguments: ORDER });
    await untilStatus(client, taskId, 'input_required');
    await given().temporal.workflow.getHandle(taskId).terminate('wrong customer');
    await untilStatus(client, taskId, 'failed');
    await page.goto(inbox().task(taskId));

    expect((await stepsOf(page)).at(-1)).toBe('bad | Terminated by an operator');
    expect(await page.getByText('wrong customer').count()).toBe(1);
  });

  it('has 500 events, and links to the rest and to earlier runs', async () => {
    const { page } = await open();
    const long = { ...ORDER, timers: 260, continues: true };
    const taskId = await createTask(client, 'refund', { arguments: long });
    await untilStatus(client, taskId, 'completed');
    await page.goto(inbox().task(taskId));

    const events = page.getByRole('navigation', { name: 'Events' });
    expect(await events.innerText()).toMatch(/^500 of \d+ events are shown\./);
    expect((await stepsOf(page))[0]).toBe('done | Continued from an earlier run');
    expect(await page.getByRole('table', { name: 'Called with' }).innerText()).toContain('7001');
    const first = page.url();
    await page.getByRole('link', { name: 'Next events' }).click();
    expect((await stepsOf(page)).at(-1)).toBe('done | Completed');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'First events' }).click();
    await page.getByRole('link', { name: 'Show the run before' }).click();
    expect((await stepsOf(page)).at(-1)).toBe('done | Continued as a new run');
    const other = await createTask(client, 'refund', { arguments: ORDER });
    await page.goto(`${inbox().task(other)}${new URL(page.url()).search}`);
    expect(page.url()).toBe(inbox().task(other));
    expect(first).not.toBe(page.url());
  });

  it('changes in place while it runs, and keeps a selection', async () => {
    const { page } = await open();
    const reports = [{ progress: 1, total: 3, message: 'Reading' }];
    const taskId = await createTask(client, 'report_all', { arguments: { reports } });
    await eventually('it reports', async () => {
      await page.goto(inbox().task(taskId));
      return (await page.getByRole('status').innerText()).includes('1 of 3');
    });
    expect(await page.getByRole('status').getByText('Reading').count()).toBe(1);
    await page.evaluate('getSelection().selectAllChildren(document.querySelector("code.id"))');
    await given().temporal.workflow.getHandle(taskId).signal('unknown');
    await page.getByText('Message unknown').waitFor();

    expect(await page.evaluate('String(getSelection())')).toBe(taskId);
  });
});
