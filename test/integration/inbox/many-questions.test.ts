/** An inbox in which hundreds of questions wait. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@temporalio/client';

import { times } from '../../../lab/bench/in-parallel.js';
import { startRaw } from '../../../lab/bench/raw-temporal.js';
import type { Caller } from '../../../src/core/person/caller.js';
import type { WebPages } from '../../../src/core/question/web-pages.js';
import { createInbox } from '../../../src/inbox/create-inbox.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { approvalsManifest } from '../../support/approvals-manifest.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { eventually } from '../../support/eventually.js';
import { toForm } from '../../support/inbox/inbox-steps.js';
import { findToken } from '../../support/inbox/with-inboxes.js';
import { rev2026 as protocol } from '../../support/protocols.js';
import { somebody } from '../../support/somebody.js';
import { testSealer as sealer } from '../../support/test-sealer.js';
import { withTasks } from '../../support/with-tasks.js';

/** More than one list of Temporal has. */
const QUESTIONS = 520;
const MINUTE_MS = 60_000;
const INBOX = 'http://127.0.0.1/inbox';
const GROUP = `finance-${randomUUID()}`;
const [owner, approver, other] = [somebody(), somebody([GROUP]), somebody([GROUP])];

const given = withTasks({ ownNamespace: true, worker: false });
let counted: CountedConnection;
let inbox: WebPages;

const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** Starts an execution whose memo shows a question. The later it starts, the later it has asked. */
async function ask(index: number): Promise<void> {
  const { temporal, taskQueue, secret } = given();
  const ids = new TaskIdFactory(secret);
  const environment = { temporal, taskQueue, unpolledTaskQueue: taskQueue, ids };
  const form = toForm(`Question ${index}?`, { ok: { type: 'boolean' } }) as {
    method: 'elicitation/create';
    params: object;
  };
  const askedAt = ago(QUESTIONS - index);
  const answerBy = index === QUESTIONS / 2 ? ago(-5.5) : undefined;
  const handle = await startRaw(
    { ...environment, ownerTag: ids.ownerTag(owner.owner) },
    {
      toolName: 'delete_file',
      workflowType: 'confirmDelete',
      state: {
        v: 1,
        updatedAt: askedAt,
        inputRequests: { i1: { ...form, params: { ...form.params }, askedAt, answerBy } },
      },
    },
  );
  given().terminateLater(handle.workflowId);
}

async function visit(
  path: string,
  caller: Caller,
  form?: URLSearchParams,
  cookie = '',
): Promise<{ readonly body: string; readonly cookie: string }> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const request = new Request(`${INBOX}${path}`, { method: form ? 'POST' : 'GET', headers });
  const response = await inbox.answer(request, { caller, form: form?.toString() });
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { body: await response.text(), cookie: set.length > 0 ? set.join('; ') : cookie };
}

const linesOf = (body: string): (string | undefined)[] =>
  [...body.matchAll(/>(Question \d+\?)</g)].map(([, line]) => line);

beforeAll(async () => {
  counted = await countRequests();
  const { namespace } = given().temporal.options;
  const client = new Client({ connection: counted.client.connection, namespace });
  const manifest = approvalsManifest(given().taskQueue, `{ allow: { groups: [${GROUP}] } }`);
  inbox = createInbox({
    tasks: given().connect({ client, tools: parseManifest(manifest).tools, sealer }),
    sealer,
    protocol,
    name: 'Tests',
    hasApprovers: true,
    canList: true,
    toolTitle: (name) => name,
    hasSeveralIssuers: false,
    approversOf: () => 'finance',
    temporalUrl: () => undefined,
  });
  await times(QUESTIONS, ask);
  await eventually('visibility has all of them', async () => {
    const { count } = await given().temporal.workflow.count('CloseTime IS NULL');
    return count === QUESTIONS ? count : undefined;
  });
});

afterAll(async () => counted.close());

describe('an inbox with more open questions than a list has', () => {
  it.each([
    ['an approver', approver],
    ['the owner', owner],
  ])(
    'shows %s the next deadline, then what waits longest, and how many there are',
    async (...row) => {
      const [, caller] = row;
      counted.reset();
      const { body } = await visit('', caller);
      const calls = counted.sent();

      expect(body).toContain(`<title>Waiting (${QUESTIONS}) `);
      expect(linesOf(body).slice(0, 4)).toStrictEqual([
        `Question ${QUESTIONS / 2}?`,
        ...['Question 0?', 'Question 1?', 'Question 2?'],
      ]);
      expect(body).toContain('5 minutes left');
      expect(Object.values(calls).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(6);
    },
  );

  it('says on the page of a question until when an answer counts', async () => {
    const { body } = await visit('', approver);
    const [, page = ''] = /href="\/inbox(\/questions\/[^"]+)"/.exec(body) ?? [];

    expect((await visit(page.replaceAll('&amp;', '&'), approver)).body).toMatch(
      /An answer counts until <time [^>]+>[^<]+ UTC<\/time> \(<time [^>]+>\d minutes left</,
    );
  });

  it('takes the decision of one person about several questions, if two decide at once', async () => {
    const prepare = async (caller: Caller, action: string): Promise<() => Promise<string>> => {
      const { body, cookie } = await visit('?q=Question', caller);
      const picks = [...body.matchAll(/name="pick" value="([^"]+)"/g)].slice(1, 5);
      const form = new URLSearchParams();
      for (const [, id = ''] of picks) form.append('pick', id);
      form.set('action', action);
      const asked = await visit('/decide', caller, form, cookie);
      expect(linesOf(asked.body)).toHaveLength(4);
      const token = new URLSearchParams({ token: findToken(asked.body) });
      return async () => (await visit('/decide', caller, token, asked.cookie)).body;
    };
    const approve = await prepare(approver, 'approve');
    const reject = await prepare(other, 'reject');
    const pages = await Promise.all([approve(), reject()]);
    const taken = pages.map(
      (page) => page.match(/class="badge (?:good">Approved|bad">Rejected)</g)?.length ?? 0,
    );
    const late = pages.map((page) => page.match(/class="badge over"/g)?.length ?? 0);

    expect([taken, late].flat().reduce((sum, count) => sum + count)).toBe(8);
    expect((taken[0] ?? 0) + (taken[1] ?? 0)).toBe(4);
    expect(pages.join(' ')).toMatch(/class="badge over">Too late<.*(approved|rejected)/);
  });
});
