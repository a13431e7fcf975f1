/** Outdated pages: the person has lost the right to answer, or the question is closed. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { deleteFileManifest } from '../../support/inbox/delete-file-manifest.js';
import { formOf, type SeenPage } from '../../support/inbox/signed-in-browser.js';
import { withSignedIn } from '../../support/inbox/with-signed-in.js';

const GROUP = `finance-${randomUUID()}`;
const ADA = { sub: 'ada' };
const BOB = { sub: 'bob', groups: [GROUP] };

const there = withSignedIn(async ({ taskQueue }, change) =>
  Promise.resolve({
    rest: deleteFileManifest(taskQueue, change || `{ allow: { groups: [${GROUP}] } }`),
  }),
);

const ask = async (): Promise<string> =>
  there().ask(ADA, 'delete_file', { filename: `${randomUUID()}.txt` });

/** True if the owner still sees the question, so that nobody has answered it. */
async function isOpen(taskId: string): Promise<boolean> {
  const browser = await there().open(ADA);
  return (await browser.open(there().inbox.question(taskId, 'i1'))).body.includes('name="action"');
}

describe('an approver whose page is open', () => {
  it('answers, and is sent back to the inbox', async () => {
    const taskId = await ask();
    const address = there().inbox.question(taskId, 'i1');
    const browser = await there().open(BOB);
    const page = await browser.open(address);
    expect(page.body).toContain('Called by');

    expect(
      await browser.send(address, { ...formOf(page), action: 'accept', f0: 'yes' }),
    ).toMatchObject({ status: 303, location: expect.stringMatching(/^\/inbox\?done=/) });
    expect(await isOpen(taskId)).toBe(false);
  });

  it('may not answer any more who has lost the group, in the same session or in a new one', async () => {
    const taskId = await ask();
    const address = there().inbox.question(taskId, 'i1');
    const browser = await there().open(BOB);
    const form = { ...formOf(await browser.open(address)), action: 'accept', f0: 'typed <b>' };
    const claims = { ...BOB, groups: ['others'] };
    const unknown = await browser.send(there().inbox.question(`${taskId}a`, 'i1'), form);

    for (const later of [
      await browser.withToken(await there().issuer.sign({ claims })),
      await there().open(claims),
    ]) {
      const answered = await later.send(address, form);
      expect(answered).toStrictEqual({ ...unknown, body: expect.any(String) });
      expect(answered).toMatchObject({ status: 404 });
      expect(answered.body).toContain('There is nothing here');
      // The page keeps the text that the person has typed.
      expect(answered.body).toContain('typed &lt;b&gt;');
      expect(await later.open(address)).toMatchObject({ status: 404 });
    }
    expect(await isOpen(taskId)).toBe(true);
  });

  it('may not answer any more when the manifest says so, and again when it says so again', async () => {
    const taskId = await ask();
    const address = there().inbox.question(taskId, 'i1');
    const browser = await there().open(BOB);
    const form = { ...formOf(await browser.open(address)), action: 'decline' };
    await there().restart('{ allow: { groups: [others] } }');
    try {
      expect(await browser.send(address, form)).toMatchObject({ status: 404 });
      expect(await isOpen(taskId)).toBe(true);
    } finally {
      await there().restart();
    }

    expect(await browser.send(address, form)).toMatchObject({ status: 303 });
    expect(await isOpen(taskId)).toBe(false);
  });

  it('is told that the question is not open any more whose Workflow was terminated', async () => {
    const taskId = await ask();
    const address = there().inbox.question(taskId, 'i1');
    const [owner, approver] = [await there().open(ADA), await there().open(BOB)];
    const form = { action: 'accept', f0: 'typed <b>' };
    const [own, others] = [await owner.open(address), await approver.open(address)];
    await there().given.temporal.workflow.getHandle(taskId).terminate('gone');

    const ofOwner = await owner.send(address, { ...formOf(own), ...form });
    expect(ofOwner.status).toBe(409);
    expect(ofOwner.body).toContain('Your answer came too late');
    expect(ofOwner.body).toContain('The task ended');
    expect(ofOwner.body).toContain('typed &lt;b&gt;');
    expect(await approver.send(address, { ...formOf(others), ...form })).toMatchObject({
      status: 409,
      body: expect.stringContaining('typed &lt;b&gt;'),
    });
  });

  it('is told who was quicker, of two who answer one after the other or at once', async () => {
    const CAROL = { sub: 'carol', groups: [GROUP] };
    for (const isAtOnce of [false, true]) {
      const taskId = await ask();
      const address = there().inbox.question(taskId, 'i1');
      const people = [await there().open(BOB), await there().open(CAROL)];
      const tokens = await Promise.all(
        people.map(async (browser) => formOf(await browser.open(address))),
      );
      const send = async (at: number): Promise<SeenPage | undefined> =>
        people[at]?.send(address, {
          token: tokens[at]?.token ?? '',
          action: 'accept',
          f0: at === 0 ? 'yes' : 'no',
        });
      const first = send(0);
      if (!isAtOnce) await first;
      const answers = [await first, await send(1)];

      expect(answers.map((answer) => answer?.status).toSorted()).toStrictEqual([303, 409]);
      const late = answers.findIndex((answer) => answer?.status === 409);
      const text = answers[late]?.body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
      const winner = late === 1 ? 'bob' : 'carol';
      expect(text).toContain('Your answer came too late');
      const deed = late === 1 ? 'approved' : 'rejected';
      expect(text).toContain(`${winner} ${deed}`);
      expect(text).toContain(`Delete it? ${late === 1 ? 'No' : 'Yes'}`);
      expect(text).not.toContain('It never existed');
    }
  });

  it('is told who was too late, of an owner and an approver who answer at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(async () => {
        const taskId = await ask();
        const address = there().inbox.question(taskId, 'i1');
        const browsers = [await there().open(ADA), await there().open(BOB)];
        const forms = await Promise.all(
          browsers.map(async (browser) => formOf(await browser.open(address))),
        );
        const sent = await Promise.all(
          browsers.map(async (browser, at) =>
            browser.send(address, { token: forms[at]?.token ?? '', action: 'decline' }),
          ),
        );
        return sent.map(({ status }) => status).sort();
      }),
    );

    for (const [first, second] of answers) {
      expect(first).toBe(303);
      expect([404, 409]).toContain(second);
    }
  });
});
