/** People in a real browser, in front of a real server and real Workflows. */
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import {
  type AskedClient,
  notificationsIn,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import {
  describeWithBrowser,
  expectAccessible,
  isWithinWidth,
  takePicture,
  withBrowser,
} from '../../support/inbox/browser.js';
import { connectClient, inboxOf, startAsking, toForm } from '../../support/inbox/inbox-steps.js';
import {
  createTask,
  finish,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
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

const LOCAL = { kind: 'local', subject: 'local' };

/** The answers that the Workflow of a task has returned, by key, without who answered, when and where. */
async function answersOf(taskId: string): Promise<Record<string, unknown>> {
  const { structuredContent } = await resultOf(client.request('tasks/result', { taskId }));
  const answers = structuredContent as Record<string, Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(answers).map(([key, { answeredBy, answeredAt, answeredIn, ...said }]) => {
      expect([answeredBy, typeof answeredAt]).toStrictEqual([LOCAL, 'string']);
      expect(answeredIn).toHaveProperty('kind');
      return [key, said];
    }),
  );
}

const EVERY_FIELD = {
  reason: {
    type: 'string',
    title: 'Reason',
    description: 'The customer will read it.',
    minLength: 5,
  },
  email: { type: 'string', title: 'E-mail', format: 'email' },
  page: { type: 'string', title: 'Page', format: 'uri' },
  day: { type: 'string', title: 'Day', format: 'date' },
  at: { type: 'string', title: 'Time', format: 'date-time' },
  code: { type: 'string', title: 'Code', minLength: 2, maxLength: 4 },
  amount: { type: 'number', title: 'Amount', minimum: 0.5, maximum: 100 },
  count: { type: 'integer', title: 'Items', minimum: 1, default: 2 },
  urgent: { type: 'boolean', title: 'Urgent' },
  size: {
    type: 'string',
    title: 'Size',
    enum: ['s', 'm', 'l'],
    enumNames: ['Small', 'Middle', 'Large'],
  },
  colour: {
    type: 'string',
    title: 'Colour',
    oneOf: ['red', 'green'].map((value) => ({ const: value, title: `Bright ${value}` })),
    default: 'green',
  },
  land: { type: 'string', title: 'Land', enum: ['at', 'be', 'ch', 'de', 'es', 'fr', 'gb', 'it'] },
  parts: {
    type: 'array',
    title: 'Parts',
    items: {
      anyOf: ['door', 'lid', 'leg'].map((value) => ({ const: value, title: `The ${value}` })),
    },
    minItems: 2,
  },
  note: { type: 'string', title: 'Note' },
};
const REQUIRED = Object.keys(EVERY_FIELD).filter(
  (name) => !['note', 'count', 'colour'].includes(name),
);

describeWithBrowser('a question', () => {
  it('with every kind of field is filled in and answered with the keyboard alone', async () => {
    const { page, complaints } = await open();
    const form = toForm('Refund order 4711?', EVERY_FIELD, REQUIRED);
    const taskId = await startAsking(client, { refund: form });
    await page.goto(inbox().question(taskId, 'refund'));
    await takePicture(page, 'inbox-question');
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const type = async (text: string): Promise<void> => {
      await press('Tab');
      await page.keyboard.type(text);
    };

    // Tab passes the link that skips and the link home, before it reaches the form.
    await press('Tab', 'Tab');
    await type('Arrived broken.');
    await type('ada@example.com');
    await type('https://example.com/a?b=1&c=2');
    // This date is the same in any order of day and month.
    await type('11112026');
    // A date field has a button that opens a calendar, which takes another Tab.
    await press('Tab');
    await type('11112026');
    // The year may have six digits, so an arrow key leaves it. The clock may have twelve hours.
    await press('ArrowRight');
    await page.keyboard.type('0930a');
    await press('Tab');
    await type('äß😀');
    await type('12.5');
    await press('Tab', 'Tab', 'Space');
    await press('Tab', 'Space', 'ArrowDown');
    await press('Tab');
    await press('Tab', 'ArrowDown', 'ArrowDown');
    await press('Tab', 'Space', 'Tab', 'Tab', 'Space');
    await press('Tab', 'Tab', 'Enter');
    expect(await page.locator('.note, .summary').first().innerText()).toBe(
      'Your answer was sent. Refund order 4711? See what happened',
    );

    expect(await answersOf(taskId)).toStrictEqual({
      refund: {
        action: 'accept',
        content: {
          reason: 'Arrived broken.',
          email: 'ada@example.com',
          page: 'https://example.com/a?b=1&c=2',
          day: '2026-11-11',
          at: '2026-11-11T09:30:00Z',
          code: 'äß😀',
          amount: 12.5,
          count: 2,
          urgent: true,
          size: 'm',
          colour: 'green',
          land: 'be',
          parts: ['door', 'leg'],
        },
      },
    });
    expect(complaints).toStrictEqual([]);
  });

  it('says at each field what is wrong, keeps what was filled in, and is answered then', async () => {
    const { page } = await open();
    const form = toForm(
      'How many?',
      {
        count: { type: 'integer', title: 'Items', maximum: 9 },
        why: { type: 'string', title: 'Why' },
      },
      ['count', 'why'],
    );
    const taskId = await startAsking(client, { one: form });
    await page.goto(inbox().question(taskId, 'one'));
    await page.getByLabel('Items').fill('ten');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was not sent.').waitFor();

    expect(await page.evaluate('document.activeElement.className')).toBe('summary');
    expect(await page.getByLabel('Items').inputValue()).toBe('ten');
    expect(await page.getByLabel('Items').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Why is required' }).click();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');

    await page.getByLabel('Items').fill('9');
    await page.getByLabel('Why').fill('First line\nsecond line');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was sent.').waitFor();
    expect(await answersOf(taskId)).toStrictEqual({
      one: { action: 'accept', content: { count: 9, why: 'First line\nsecond line' } },
    });
  });

  it('is decided by one button', async () => {
    const { page, complaints } = await open();
    const taskId = await startAsking(client, {
      one: toForm('Pay 4,200 EUR to Acme?', { ok: { type: 'boolean', title: 'Release it' } }),
    });
    await page.goto(inbox().question(taskId, 'one'));
    await expectAccessible(page);
    await takePicture(page, 'inbox-decision');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('You rejected: Pay 4,200 EUR to Acme?').waitFor();
    expect(await answersOf(taskId)).toStrictEqual({
      one: { action: 'accept', content: { ok: false } },
    });
    await page.setViewportSize({ width: 320, height: 700 });
    for (const address of [inbox().question(taskId, 'one'), inbox().decided]) {
      await page.goto(address);
      await page.getByText('You rejected').first().waitFor();
      expect(await page.locator('main').innerText()).toContain('Pay 4,200 EUR to Acme?');
      expect(await isWithinWidth(page)).toBe(true);
      await expectAccessible(page);
    }
    expect(complaints).toStrictEqual([]);
  });

  it('with a rule that MCP does not have is answered by the rest of its form', async () => {
    const { page } = await open();
    const code = { type: 'string', title: 'Code', maxLength: 6, pattern: '^A-' };
    const taskId = await startAsking(client, { one: toForm('Which part?', { code }) });
    await page.goto(inbox().question(taskId, 'one'));
    await page.getByRole('textbox', { name: 'Code' }).fill('A-1');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was sent.').waitFor();

    expect(await answersOf(taskId)).toStrictEqual({
      one: { action: 'accept', content: { code: 'A-1' } },
    });
  });

  it('takes a time in the zone of its reader, and in UTC where there is no script', async () => {
    const at = { type: 'string', title: 'When', format: 'date-time' };
    const proposed = { ...at, default: '2026-07-01T10:00:00Z', title: 'Or' };
    const answered: unknown[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open({ timezoneId: 'Europe/Vienna', javaScriptEnabled });
      const taskId = await startAsking(client, { one: toForm('When?', { at, proposed }) });
      await page.goto(inbox().question(taskId, 'one'));
      const zone = javaScriptEnabled ? 'Your time zone: Europe/Vienna' : 'Time zone: UTC';
      await page.getByText(zone).first().waitFor();
      expect(await page.getByLabel('Or').inputValue()).toBe(
        javaScriptEnabled ? '2026-07-01T12:00' : '2026-07-01T10:00',
      );
      await page.getByRole('textbox', { name: 'When' }).fill('2026-11-22T09:30');
      await page.getByRole('button', { name: 'Send answer' }).click();
      await page.getByText('Your answer was sent.').waitFor();
      answered.push(await answersOf(taskId));
    }

    const given = (content: object): object => ({ one: { action: 'accept', content } });
    expect(answered).toStrictEqual([
      given({ at: '2026-11-22T09:30:00+01:00', proposed: '2026-07-01T12:00:00+02:00' }),
      given({ at: '2026-11-22T09:30:00Z', proposed: '2026-07-01T10:00:00Z' }),
    ]);
  });

  it('is declined, on a page without any script, and nothing is lost by that', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const taskId = await startAsking(client, { one: toForm('Really?') });
    await page.goto(inbox().home);
    await page.getByRole('link', { name: 'Really?' }).first().click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('You declined: Really?').waitFor();

    expect(await answersOf(taskId)).toStrictEqual({ one: { action: 'decline' } });
  });

  it('that is answered in the inbox is withdrawn from the client that streams it', async () => {
    const { page } = await open();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'x.txt' } });
    const stream = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(stream);
    await page.goto(inbox().task(taskId));
    await page.getByRole('button', { name: 'Approve' }).click();
    const { content } = await resultOf(stream.reply);

    expect(content).toMatchObject([{ text: 'Deleted x.txt.' }]);
    expect(notificationsIn(stream.received, 'notifications/cancelled')).toMatchObject([
      { params: { requestId: question.id } },
    ]);
    expect(questionsIn(stream.received)).toHaveLength(1);
  });

  it('that is answered elsewhere meanwhile shows who was first, and what somebody has typed', async () => {
    const { page } = await open();
    const taskId = await startAsking(client, {
      one: toForm('Your view?', { view: { type: 'string', title: 'View' } }),
    });
    await page.goto(inbox().task(taskId));
    await page.getByRole('textbox', { name: 'View' }).fill('A long text that nobody wants to');
    const stream = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(stream);
    const result = { action: 'accept', content: { view: 'mine' } };
    await client.send({ id: question.id, result });
    await resultOf(stream.reply);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer came too late').first().waitFor();

    const shown = await page.locator('main').innerText();
    expect(shown).toContain('A long text that nobody wants to');
    expect(shown).toContain(', in the MCP client ');
    expect(await answersOf(taskId)).toMatchObject({ one: result });
  });
});

describeWithBrowser('the inbox', () => {
  it('shows new questions, progress and ends by itself', async () => {
    const { page, complaints } = await open();
    await startAsking(client, { one: toForm('Is it focused?') });
    await page.goto(inbox().home);
    await page.evaluate('window.isSame = true');
    await page.getByRole('link', { name: 'Is it focused?' }).focus();
    const asking = await startAsking(client, { one: toForm('Is it current?') });
    const reports = [{ progress: 3, total: 10, message: 'Reading' }];
    const working = await createTask(client, 'report_all', { arguments: { reports } });
    await page.getByRole('link', { name: 'Is it current?' }).waitFor();

    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Is it focused?');
    await page.getByRole('link', { name: 'My tasks' }).click();
    await page.getByText('3 of 10: Reading').first().waitFor();
    await page.getByRole('link', { name: 'Import invoices' }).first().click();
    await page.getByText('Working', { exact: true }).waitFor();
    await expectAccessible(page);
    await given().temporal.workflow.getHandle(working).signal('proceed');
    await page.getByText('Completed', { exact: true }).first().waitFor();

    expect(await page.getByRole('link', { name: 'Temporal' }).getAttribute('href')).toBe(
      `http://127.0.0.1:8233/namespaces/default/workflows/${working}`,
    );
    await page.goto(inbox().task(asking));
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('status').getByText('Completed').waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it('is worked through by keys, and keeps what is selected when it changes', async () => {
    const { page, complaints } = await open();
    const decision = { ok: { type: 'boolean', title: 'Pay it' } };
    const word = `invoice ${Date.now() % 1_000_000}`;
    for (const who of ['Kim', 'Zoë']) {
      await startAsking(client, { one: toForm(`Pay ${word} to ${who}?`, decision) });
    }
    await page.goto(`${inbox().home}?q=${encodeURIComponent(word)}`);
    await page.getByRole('link', { name: 'to Zoë?' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys of this list' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('main').click({ position: { x: 1, y: 1 } });
    for (const key of ['j', 'j', 'e', 'k', 'e']) await page.keyboard.press(key);
    await page.getByText('2 selected:').waitFor();
    // The form holds its fields, so that they cover nothing.
    const overflow =
      "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('filters'))";
    expect(await page.evaluate(overflow)).toBe(0);
    await takePicture(page, 'inbox-list');
    await startAsking(client, { one: toForm(`Pay ${word} to Jo?`, decision) });
    await page.getByRole('link', { name: 'to Jo?' }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await page.evaluate('document.activeElement.textContent')).toContain('to Kim?');

    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Approve 2 questions?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await page.getByRole('heading', { name: 'Approved: 2 of 2' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('link', { name: 'to Jo?' }).waitFor();

    expect(await page.locator('.row').count()).toBe(1);
    await page.getByRole('link', { name: 'to Jo?' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText(`You rejected: Pay ${word} to Jo?`).waitFor();
    expect(await page.getByText('No question fits.').count()).toBe(1);
    expect(complaints).toStrictEqual([]);
  });

  it('cancels a task when that is confirmed', async () => {
    const { page } = await open();
    const taskId = await createTask(client, 'return_text');
    await page.goto(inbox().task(taskId));
    await page.getByRole('link', { name: 'Cancel this task…' }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Keep it' }).click();
    await page.getByRole('link', { name: 'Cancel this task…' }).click();
    await page.getByRole('button', { name: 'Cancel the task' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();

    await untilStatus(client, taskId, 'cancelled');
  });

  it('fits on a phone, and is accessible on every page', async () => {
    const { page } = await open({
      viewport: { width: 320, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const long = 'x'.repeat(300);
    const taskId = await startAsking(client, {
      form: toForm('Refund order 4711?', EVERY_FIELD, REQUIRED),
      page: {
        method: 'elicitation/create',
        params: {
          mode: 'url',
          message: 'Pay the deposit of invoice 2026-118.',
          url: 'https://pay.example/1',
          elicitationId: 'e',
        },
      },
      model: {
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: 'user', content: { type: 'text', text: long } }],
          maxTokens: 10,
        },
      },
    });
    for (const address of [
      inbox().home,
      inbox().decided,
      inbox().tasks,
      inbox().task(taskId),
      inbox().question(taskId, 'form'),
      inbox().task('unknown'),
    ]) {
      await page.goto(address);
      expect(await isWithinWidth(page)).toBe(true);
      await expectAccessible(page);
    }
    await page.goto(inbox().home);
  });

  it('takes whatever others have written for text', async () => {
    const { page, complaints } = await open();
    const evil = `"><script>window.hit=1</script><img src=x onerror="window.hit=1">'\u202e</textarea></pre>`;
    const taskId = await startAsking(client, {
      form: toForm(evil, {
        [evil]: { type: 'string', title: evil, description: evil, default: evil },
        choice: {
          type: 'string',
          title: evil,
          oneOf: [
            { const: evil, title: evil },
            { const: 'b', title: 'b' },
          ],
        },
      }),
      visit: {
        method: 'elicitation/create',
        params: { mode: 'url', message: evil, url: 'javascript:window.hit=1', elicitationId: 'e' },
      },
    });
    await page.goto(inbox().task(taskId));
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Send answer' }).first().click();
    await page.getByText('Your answer was sent.').waitFor();
    const status = await createTask(client, 'say_status', { arguments: { message: evil } });
    const ended = await createTask(client, 'return_text');
    const link = { type: 'resource_link', uri: 'javascript:window.hit=1', name: evil };
    await finish(given().temporal, ended, { content: [{ type: 'text', text: evil }, link] });
    await untilStatus(client, ended, 'completed');
    for (const address of [
      inbox().task(status),
      inbox().task(ended),
      inbox().tasks,
      inbox().home,
    ]) {
      await page.goto(address);
      await page.getByText('window.hit=1').first().waitFor();
    }

    await page.goto(inbox().task(ended));
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.locator('a[href^="javascript:" i]').count()).toBe(0);
    expect(await page.locator('main script, main img').count()).toBe(0);
    expect(complaints).toStrictEqual([]);
  });
});
