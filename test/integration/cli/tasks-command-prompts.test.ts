/** `tasks watch` and `tasks answer` as a person has them, who is asked at a terminal. */
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from '@jest/globals';

import {
  hasTerminals,
  KEYS,
  startInTerminal,
  type TerminalProcess,
} from '../../support/start-in-terminal.js';
import { createTask, getTask, untilStatus } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('../../support/terminal-manifest.yaml', import.meta.url));
const { enter, down, space, ctrlC } = KEYS;

const servers = withTestServers(MANIFEST);
const started: TerminalProcess[] = [];
afterEach(() => {
  for (const terminal of started.splice(0)) terminal.kill();
});

const PLACES = ['a server', 'Temporal'] as const;
type Place = (typeof PLACES)[number];

function start(place: Place, ...args: readonly string[]): TerminalProcess {
  const { environment, taskQueue } = servers().options;
  const where = place === 'Temporal' ? ['--manifest', MANIFEST] : ['--url', servers().url];
  const terminal = startInTerminal(['tasks', ...args, ...where], {
    environment: { ...environment, TEST_TASK_QUEUE: taskQueue },
  });
  started.push(terminal);
  return terminal;
}

async function createAsking(
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const taskId = await createTask(servers().http, tool, { arguments: input });
  await untilStatus(servers().http, taskId, 'input_required');
  return taskId;
}

async function resultOf(taskId: string): Promise<unknown> {
  return servers().temporal.workflow.getHandle(taskId).result();
}

function toForm(properties: object, required: readonly string[] = []): object {
  const requestedSchema = { type: 'object', properties, required };
  return {
    method: 'elicitation/create',
    params: { message: 'Your order, please.', requestedSchema },
  };
}

const ORDER = toForm(
  {
    email: { type: 'string', format: 'email', title: 'Address' },
    pieces: { type: 'integer', minimum: 1, title: 'How many' },
    discount: { type: 'number', title: 'Discount' },
    size: {
      type: 'string',
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    extras: {
      type: 'array',
      title: 'Extras',
      items: { type: 'string', enum: ['card', 'ribbon', 'box'] },
      minItems: 1,
    },
    gift: { type: 'boolean', title: 'As a gift', default: true },
    note: { type: 'string', title: 'Note', default: 'as always' },
    express: { type: 'boolean', title: 'Express' },
  },
  ['email', 'pieces', 'size', 'extras', 'gift', 'note'],
);

(hasTerminals ? describe : describe.skip)('a person at a terminal', () => {
  it.each(PLACES)('answers while watching, at %s', async (place) => {
    const taskId = await createAsking('confirm_delete', { filename: 'a.txt' });
    const watching = start(place, 'watch', taskId);
    await watching.until('Delete a.txt?');
    await watching.until('Leave it open');
    watching.type(enter);
    await watching.until('Yes');
    watching.type('y');
    await watching.until('Deleted a.txt.');

    expect(await watching.ended).toBe(0);
  });

  it('fills in fields of every kind, and is told what does not fit', async () => {
    const taskId = await createAsking('ask_by_contract', { requests: { order: ORDER } });
    const answering = start('a server', 'answer', taskId);
    await answering.until('Leave it open');
    answering.type(enter);
    await answering.until('Address');
    answering.type('nobody', enter);
    await answering.until('It must be an e-mail address, such as ada@example.com.');
    answering.type('@example.com', enter);
    await answering.until('How many');
    answering.type('0', enter);
    await answering.until('It must be at least 1.');
    answering.type('\u007f', '12', enter);
    await answering.until('Discount (may be left out)');
    answering.type(enter);
    await answering.until('Large');
    answering.type(down, enter);
    await answering.until('ribbon');
    answering.type(enter);
    await answering.until('It must have at least 1 choice.');
    await answering.until('ribbon');
    answering.type(down, space, enter);
    await answering.until('As a gift');
    answering.type(enter);
    await answering.until('as always');
    answering.type(enter);
    await answering.until('Leave it out');
    answering.type(enter);
    await answering.until('has been answered');

    expect(await answering.ended).toBe(0);
    expect(await resultOf(taskId)).toStrictEqual({
      order: {
        action: 'accept',
        answeredAt: expect.any(String),
        answeredBy: { kind: 'local', subject: 'local' },
        content: {
          email: 'nobody@example.com',
          pieces: 12,
          size: 'l',
          extras: ['ribbon'],
          gift: true,
          note: 'as always',
        },
      },
    });
  });

  it('declines', async () => {
    const taskId = await createAsking('confirm_delete', { filename: 'b.txt' });
    const watching = start('Temporal', 'watch', taskId);
    await watching.until('Leave it open');
    watching.type(down, enter);
    await watching.until('Did not delete b.txt: decline.');

    expect(await watching.ended).toBe(0);
  });

  it('leaves with Ctrl-C at a question, and the task goes on asking', async () => {
    const taskId = await createAsking('confirm_delete', { filename: 'c.txt' });
    const watching = start('a server', 'watch', taskId);
    await watching.until('Leave it open');
    watching.type(ctrlC);
    await watching.until('The task goes on.');

    expect(await watching.ended).toBe(130);
    expect(await getTask(servers().http, taskId)).toMatchObject({ status: 'input_required' });
  });

  it.each(PLACES)('is no longer asked what was answered elsewhere, at %s', async (place) => {
    const taskId = await createAsking('confirm_delete', { filename: 'd.txt' });
    const watching = start(place, 'watch', taskId);
    await watching.until('Leave it open');
    const answering = start('Temporal', 'answer', taskId, '--decline');
    await watching.until('is no longer asked: it was answered elsewhere');
    await watching.until('Did not delete d.txt: decline.');

    expect(await answering.ended).toBe(0);
    expect(await watching.ended).toBe(0);
  });

  it.each(PLACES)('is told that another answer was first, at %s', async (place) => {
    const taskId = await createAsking('confirm_delete', { filename: 'e.txt' });
    const answering = start(place, 'answer', taskId);
    await answering.until('Leave it open');
    const first = start('Temporal', 'answer', taskId, '--decline');
    expect(await first.ended).toBe(0);
    answering.type(enter);
    await answering.until('Yes');
    answering.type('y');
    await answering.until('Your answer to i1 came too late, and counts for nothing');

    expect(await answering.ended).toBe(1);
  });

  it('is shown a bar that grows in its place, and nothing that a Workflow would have a terminal do', async () => {
    const evil = 'calm\u001b]0;title\u0007\u001b[2J';
    const taskId = await createTask(servers().http, 'report_all', {
      arguments: { reports: [{ progress: 1, total: 2, message: evil }] },
    });
    const watching = start('Temporal', 'watch', taskId);
    await watching.until('██████████░░░░░░░░░░  50 %  1 of 2  calm');
    await servers().temporal.workflow.getHandle(taskId).signal('proceed');
    await watching.until('completed');

    expect(await watching.ended).toBe(0);
    expect(watching.raw()).not.toContain('\u001b]0;');
    expect(watching.raw()).not.toContain('\u001b[2J');
  });

  it('is asked with no more than words, whatever a form says', async () => {
    const evil = '\u001b]52;c;cm0gLXJm\u0007\u001b[2J';
    const requests = {
      order: toForm(
        {
          pick: {
            type: 'string',
            title: `Pick${evil}`,
            oneOf: [{ const: 'a', title: `A${evil}` }],
          },
        },
        ['pick'],
      ),
    };
    const taskId = await createAsking('ask_by_contract', { requests });
    const answering = start('a server', 'answer', taskId);
    await answering.until('Leave it open');
    answering.type(enter);
    await answering.until('Pick');
    answering.type(enter);
    await answering.until('has been answered');

    expect(await answering.ended).toBe(0);
    expect(answering.raw()).not.toContain('\u001b]52');
    expect(answering.raw()).not.toContain('\u001b[2J');
  });
});
