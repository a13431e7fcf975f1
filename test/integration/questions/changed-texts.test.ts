/** A rolling upgrade with other texts: an answer counts for the text that was shown, whichever replica gets it. */
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { type AskedHttpClient, connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { inboxOf } from '../../support/inbox/inbox-steps.js';
import { findToken } from '../../support/inbox/with-inboxes.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessHttp,
} from '../../support/raw-mcp-2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import * as rev2025 from '../../support/steps/rev2025-task-steps.js';
import * as rev2026 from '../../support/steps/rev2026-task-steps.js';
import { createTestFolder } from '../../support/test-folder.js';
import { untilPurchase } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const { resultOf } = rev2025;

const MANIFEST = `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" } }
tools:
  buy:
    workflow: purchase
    input: { type: object, properties: { item: { type: string }, cents: { type: integer } } }
    questions:
      approval:
        when: { query: getPurchase, timeout: 1s, value: $query.state, is: awaiting approval }
        message: Approve {item}?
        properties: { approved: { type: boolean } }
        required: [approved]
        answer: { signal: approve, arguments: [$answer.approved] }
        decline: { signal: approve, arguments: [{ value: false }] }
  greet:
    workflow: greet
    input: { type: object, properties: { name: { type: string } } }
    confirm: Greet {name}?
`;
const OLD = { question: 'Approve lamp?', confirmation: 'Greet Ann?' };
const NEW = { question: 'Approve lamp, for money?', confirmation: 'Really greet Ann?' };
const LAMP = { item: 'lamp', cents: 4_000 };
const APPROVED = { action: 'accept', content: { approved: true } };
const CONFIRMED = { action: 'accept', content: { confirm: true } };

const given = withTestServers();
const closers: (() => Promise<unknown>)[] = [];
/** The addresses of the replica that has asked, and of the one with other texts. */
let old: string;
let upgraded: string;
let urls: string[];
let client: AskedHttpClient;

beforeAll(async () => {
  const folder = await createTestFolder({
    'server.yaml': 'name: shop\ninbox: { enabled: true }\n',
    'old.yaml': MANIFEST,
    'upgraded.yaml': MANIFEST.replace('Approve {item}?', 'Approve {item}, for money?').replace(
      'Greet {name}?',
      'Really greet {name}?',
    ),
  });
  closers.push(folder.remove);
  const serve = async (file: string): Promise<string> => {
    const manifest = join(folder.path, file);
    const server = await startMcpServer({ ...given().options, manifest });
    closers.push(server.stop);
    return server.url;
  };
  old = await serve('old.yaml');
  upgraded = await serve('upgraded.yaml');
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

beforeEach(async () => {
  urls = [old];
  client = await connectAskedHttp(urls);
  closers.push(async () => client.close());
});

const goTo = (url: string): void => void urls.splice(0, urls.length, url);
const connect2026 = async (url: string): Promise<StatelessHttp> =>
  connectStatelessHttp(url, createWireLog(await createWireCheck(), ['server']));

/** The Workflow still waits, so it has no answer. */
const untilWaiting = async (taskId: string): Promise<unknown> =>
  untilPurchase(given().temporal, taskId, 'awaiting approval');

describe('a question of a running Workflow whose text is another one at the next replica', () => {
  it.each([APPROVED, { action: 'decline' }])(
    'is asked again after %j to the old text, of a client of 2025-11-25',
    async (answer) => {
      const taskId = await rev2025.createTask(client, 'buy', { arguments: LAMP });
      const [asked] = await untilAsked(client.open('tasks/result', { taskId }), { taskId });
      goTo(upgraded);

      expect(asked.params).toHaveProperty('message', OLD.question);
      expect(await client.send({ id: asked.id, result: answer })).toBe(409);
      await untilWaiting(taskId);
      const again = client.open('tasks/result', { taskId });
      const [anew] = await untilAsked(again, { taskId });
      expect(anew.params).toHaveProperty('message', NEW.question);
      expect(await client.send({ id: anew.id, result: APPROVED })).toBe(202);
      await untilPurchase(given().temporal, taskId, 'in delivery');
    },
  );

  it('is asked again of a client of 2026-07-28', async () => {
    const { taskId } = await rev2026.createTask(await connect2026(old), 'buy', LAMP);
    const shown = await rev2026.untilStatus(await connect2026(old), taskId, 'input_required');
    const there = await connect2026(upgraded);
    const [key = ''] = Object.keys(shown.inputRequests ?? {});
    const inputResponses = { [key]: APPROVED };

    expect(await resultOf(there.request('tasks/update', { taskId, inputResponses }))).toMatchObject(
      {
        _meta: { 'temporal-mcp-tasks/too-late': [key] },
      },
    );
    await untilWaiting(taskId);
    const { inputRequests = {} } = await rev2026.untilStatus(there, taskId, 'input_required');
    expect(Object.values(inputRequests)).toMatchObject([{ params: { message: NEW.question } }]);
  });

  it('is not answered by a page of the inbox that has shown the old text', async () => {
    const { taskId } = await rev2026.createTask(await connect2026(old), 'buy', LAMP);
    const shown = await rev2026.untilStatus(await connect2026(old), taskId, 'input_required');
    const [key = ''] = Object.keys(shown.inputRequests ?? {});
    const page = await fetch(inboxOf(old).question(taskId, key));
    const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0]);
    const form = { token: findToken(await page.text()), action: 'accept', f0: 'yes' };
    const answered = await fetch(inboxOf(upgraded).question(taskId, key), {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { cookie: cookie.join('; '), origin: new URL(upgraded).origin },
    });

    expect(answered.status).toBe(409);
    expect(await answered.text()).toContain('no longer open');
    await untilWaiting(taskId);
  });
});

describe('a confirmation whose text is another one at the next replica', () => {
  it('is asked again of a client of 2026-07-28, and starts nothing', async () => {
    const call = async (url: string, more: object = {}): Promise<Record<string, unknown>> => {
      const params = { name: 'greet', arguments: { name: 'Ann' }, ...more };
      const options = { capabilities: NO_EXTENSION };
      return resultOf((await connect2026(url)).request('tools/call', params, options));
    };
    const asked = await call(old);
    const inputResponses = { confirm: CONFIRMED };
    const again = await call(upgraded, { requestState: asked['requestState'], inputResponses });

    expect(asked).toMatchObject({
      inputRequests: { confirm: { params: { message: OLD.confirmation } } },
    });
    expect(again).toMatchObject({
      inputRequests: { confirm: { params: { message: NEW.confirmation } } },
    });
    expect(
      await call(upgraded, { requestState: again['requestState'], inputResponses }),
    ).toMatchObject({ content: [{ text: expect.stringContaining('Ann') }] });
  });

  it('is refused of a client of 2025-11-25: its stream is at the first replica', async () => {
    const call = client.open('tools/call', { name: 'greet', arguments: { name: 'Ann' } });
    const [asked] = await untilAsked(call);
    goTo(upgraded);

    expect(await client.send({ id: asked.id, result: CONFIRMED })).toBe(400);
    goTo(old);
    expect(await client.send({ id: asked.id, result: CONFIRMED })).toBe(202);
    expect(await resultOf(call.reply)).toMatchObject({
      content: [{ text: expect.stringContaining('Ann') }],
    });
  });
});
