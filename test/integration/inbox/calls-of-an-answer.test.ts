/** What an answer in the inbox costs Temporal. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Caller } from '../../../src/core/person/caller.js';
import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import type { WebPages } from '../../../src/core/question/web-pages.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asApprover, asOwner } from '../../../src/core/task/viewer.js';
import { createInbox } from '../../../src/inbox/create-inbox.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { approvalsManifest } from '../../support/approvals-manifest.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { findToken } from '../../support/inbox/with-inboxes.js';
import { rev2026 as protocol } from '../../support/protocols.js';
import { somebody } from '../../support/somebody.js';
import { testSealer as sealer } from '../../support/test-sealer.js';
import { withTasks } from '../../support/with-tasks.js';

const given = withTasks();
const GROUP = `finance-${randomUUID()}`;
const owner = somebody();
const approver = somebody([GROUP]);
const INBOX = 'http://127.0.0.1/inbox';

let counted: CountedConnection;
let tasks: Tasks;
let inbox: WebPages;

const readTools = () =>
  parseManifest(approvalsManifest(given().taskQueue, `{ allow: { groups: [${GROUP}] } }`)).tools;

/** Tasks of a process that remembers nothing. */
const connect = (): Tasks =>
  given().connect({ client: counted.client, tools: readTools(), sealer });

beforeAll(async () => {
  counted = await countRequests();
  tasks = connect();
  inbox = createInbox({
    tasks,
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
});

afterAll(async () => counted.close());

async function ask(): Promise<string> {
  const tool = readTools().get('delete_file');
  const parsed = await tool?.input.parse({ filename: 'a.txt' });
  if (!tool || !parsed?.ok) throw new Error('delete_file cannot be called so.');
  const { workflowArguments } = parsed;
  const request = { tool, workflowArguments, protocolVersion: protocol.version };
  const { taskId } = await createOwned(tasks, { ...request, owner: owner.owner });
  given().terminateLater(taskId);
  await eventually('it asks', async () => (await tasks.get(asOwner(owner), taskId)).questions[0]);
  return taskId;
}

/** Opens a task's question in a browser of somebody, and answers it. */
async function answer(taskId: string, caller: Caller): Promise<Readonly<Record<string, number>>> {
  const url = `${INBOX}/questions/${toQuestionLinkId({ taskId, key: 'i1' })}`;
  const page = await inbox.answer(new Request(url), { caller });
  const cookie = page.headers.getSetCookie().map((set) => set.split(';')[0]);
  const headers = { cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin' };
  const token = findToken(await page.text());
  const form = new URLSearchParams({ token, action: 'approve' }).toString();
  counted.reset();
  const visit = { caller, form };
  const { status } = await inbox.answer(new Request(url, { method: 'POST', headers }), visit);
  expect(status).toBe(303);
  return counted.sent();
}

describe('an answer in the inbox', () => {
  it.each([
    ['the owner', owner],
    ['an approver', approver],
  ])('of %s makes three calls, after which no process asks any more', async (_who, caller) => {
    // A Worker that is slow at the moment takes the answer later.
    const calls = await eventually('a Worker takes it at once', async () => {
      const taskId = await ask();
      const sent = await answer(taskId, caller);
      const { questions } = await connect().get(asOwner(owner), taskId);
      const total = Object.values(sent).reduce((sum, count) => sum + count);
      return total <= 3 && questions.length === 0 ? sent : undefined;
    });

    expect(calls).toStrictEqual({
      DescribeWorkflowExecution: 1,
      SignalWorkflowExecution: 1,
      GetWorkflowExecutionHistoryReverse: 1,
    });
  });
});

describe('a reading', () => {
  const decline = { i1: { action: 'decline' } };

  it('is answered once, and only by the request that has got it', async () => {
    const taskId = await ask();
    const by = asApprover(approver);
    const asked = await tasks.get(by, taskId);
    const other = asApprover({ ...approver });
    const outsider = asApprover(somebody(['others']));
    counted.reset();

    await expect(tasks.answer(outsider, taskId, decline, { asked })).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    expect(await tasks.answer(other, taskId, decline, { asked })).toEqual({ tooLate: [] });
    expect(counted.sent()['DescribeWorkflowExecution']).toBe(1);
    await expect(tasks.answer(by, taskId, decline, { asked })).rejects.toMatchObject({
      code: 'taskNotFound',
    });
  });

  it('of one task answers no other one', async () => {
    const [one, two] = [await ask(), await ask()];
    const by = asOwner(owner);
    const asked = await tasks.get(by, one);
    counted.reset();

    expect(await tasks.answer(by, two, decline, { asked })).toEqual({ tooLate: [] });
    expect(counted.sent()['DescribeWorkflowExecution']).toBe(1);
    expect((await connect().get(by, one)).questions).toHaveLength(1);
  });

  it('of an approver’s view is none of an owner’s', async () => {
    const taskId = await ask();
    const asked = await tasks.get(asApprover(approver), taskId);

    await expect(tasks.answer(asOwner(approver), taskId, decline, { asked })).rejects.toMatchObject(
      { code: 'taskNotFound' },
    );
  });
});
