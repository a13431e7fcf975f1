/** What became of a question, read again by its address: by the owner, an approver and a stranger. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { deleteFileManifest } from '../../support/inbox/delete-file-manifest.js';
import { mainTextOf, toForm } from '../../support/inbox/inbox-steps.js';
import { formOf } from '../../support/inbox/signed-in-browser.js';
import { withSignedIn } from '../../support/inbox/with-signed-in.js';

const GROUP = `finance-${randomUUID()}`;
const APPROVERS = `{ allow: { groups: [${GROUP}] } }`;
const ADA = { sub: 'ada' };
const BOB = { sub: 'bob', groups: [GROUP] };
const CAROL = { sub: 'carol', groups: [GROUP] };
const EVE = { sub: 'eve' };

const there = withSignedIn(async ({ taskQueue }, change) =>
  Promise.resolve({
    rest: `${deleteFileManifest(taskQueue, change || APPROVERS)}
  ask_twice: { workflow: askByContract, input: { type: object }, access: { approvers: ${APPROVERS} } }`,
  }),
);

/** Asks about a file of Ada's, and returns the task and the address of its question. */
async function ask(): Promise<{ taskId: string; address: string; file: string }> {
  const file = `${randomUUID()}.txt`;
  const taskId = await there().ask(ADA, 'delete_file', { filename: file });
  return { taskId, address: there().inbox.question(taskId, 'i1'), file };
}

async function answer(claims: object, address: string, form: object): Promise<number> {
  const browser = await there().open(claims);
  const token = formOf(await browser.open(address));
  return (await browser.send(address, { ...token, ...form })).status;
}

/** The text of a page as a person reads it. */
async function read(claims: object, address: string): Promise<{ status: number; text: string }> {
  const { status, body } = await (await there().open(claims)).open(address);
  return { status, text: mainTextOf(body) };
}

describe('the address of a question', () => {
  it('tells the owner and approvers for ever what was decided, by whom, when and where', async () => {
    const { taskId, address, file } = await ask();
    expect(await answer(BOB, address, { action: 'accept', f0: 'yes' })).toBe(303);
    const { given } = there();
    await given.temporal.workflow.getHandle(taskId).result();

    for (const claims of [ADA, BOB, CAROL]) {
      const { status, text } = await read(claims, address);
      expect(status).toBe(200);
      expect(text).toContain(`Delete ${file}?`);
      expect(text).toMatch(/Approved/);
      const who = claims === BOB ? 'You' : 'bob';
      expect(text).toContain(`${who} approved 20`);
      expect(text).toMatch(/:\d\d UTC , .* ago , in the inbox/);
      expect(text.includes('Show the task')).toBe(claims === ADA);
    }
    const stranger = await read(EVE, address);
    const unknown = await read(EVE, there().inbox.question(`${taskId}a`, 'i1'));
    expect(stranger).toStrictEqual(unknown);
    expect(stranger).toMatchObject({ status: 404 });
    expect(stranger.text).toContain('There is nothing here');
  });

  it('shows an approver of an ended task nothing besides', async () => {
    const { taskId, address, file } = await ask();
    await answer(ADA, address, { action: 'decline' });
    await there().given.temporal.workflow.getHandle(taskId).result();

    const { text } = await read(BOB, address);
    expect(text.trim()).toMatch(
      new RegExp(
        `^[^?]{0,20}Delete ${file}\\? Declined ada declined [^.]* ago , in the inbox . Back to the inbox$`,
      ),
    );
    const hidden = await (await there().open(BOB)).open(there().inbox.task(taskId));
    expect(hidden).toMatchObject({ status: 404, body: expect.stringContaining('Sign out') });
    expect(await read(BOB, there().inbox.question(taskId, 'i7'))).toMatchObject({ status: 404 });
  });

  it('says that the task ended first, or that its question was withdrawn', async () => {
    const [ended, cancelled] = [await ask(), await ask()];
    const { given } = there();
    await given.temporal.workflow.getHandle(ended.taskId).terminate('gone');
    const handle = given.temporal.workflow.getHandle(cancelled.taskId);
    await handle.cancel();
    await handle.result().catch(() => undefined);

    for (const claims of [ADA, BOB]) {
      expect((await read(claims, ended.address)).text).toMatch(
        /No answer The task ended .* Nobody had answered/,
      );
      expect((await read(claims, cancelled.address)).text).toMatch(/Nobody had answered/);
    }
  });
});

describe('an answer', () => {
  it('is taken once, by a replica that did not ask, and by one that did not hear of it', async () => {
    const { taskId, address } = await ask();
    const bob = await there().open(BOB);
    const form = { ...formOf(await bob.open(address)), action: 'accept', f0: 'yes' };
    await there().restart();
    expect((await bob.send(address, form)).status).toBe(303);
    await there().restart();
    const again = await bob.send(address, form);

    expect(again.status).toBe(409);
    expect(again.body).toContain('You had answered it already. That answer counts.');
    const handle = there().given.temporal.workflow.getHandle(taskId);
    await handle.result();
    const { events = [] } = await handle.fetchHistory();
    const signals = events?.filter((event) => event.workflowExecutionSignaledEventAttributes);
    expect(signals).toHaveLength(1);
  });
});

describe('the list of decisions', () => {
  it('has those of the owner’s tasks, and those of running tasks of others, newest first', async () => {
    const older = `Pay ${randomUUID()}?`;
    const requests = { one: toForm(older), two: toForm('And the rest?') };
    const running = await there().ask(ADA, 'ask_twice', { requests });
    const newer = await ask();
    await answer(BOB, there().inbox.question(running, 'one'), { action: 'accept' });
    await answer(BOB, newer.address, { action: 'accept', f0: 'no' });
    await there().given.temporal.workflow.getHandle(newer.taskId).result();

    const own = await read(ADA, there().inbox.decided);
    const others = await eventually('the list has the running task', async () => {
      const page = await read(CAROL, there().inbox.decided);
      return page.text.includes(older) ? page : undefined;
    });

    const [first = '', second = ''] = own.text.split(older);
    expect(first).toMatch(new RegExp(`${newer.file}\\? Rejected bob `));
    expect(second).toMatch(/^ Answered bob /);
    expect(others.text).not.toContain(newer.file);
    expect((await read(EVE, there().inbox.decided)).text).toContain('Nothing was decided.');
  });
});
