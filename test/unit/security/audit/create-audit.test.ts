import { readFileSync, statSync, truncateSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { AuditEvent } from '../../../../src/core/audit.js';
import { type AuditLog, createAudit } from '../../../../src/security/audit/create-audit.js';
import { createTestFolder, type TestFolder } from '../../../support/test-folder.js';

let folder: TestFolder;
let audit: AuditLog | undefined;

const open = (to = `${folder.path}/audit.log`): AuditLog => (audit = createAudit({ to }));
const readLines = (name = 'audit.log'): Record<string, unknown>[] =>
  readFileSync(`${folder.path}/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeEach(async () => {
  folder = await createTestFolder();
});
afterEach(async () => {
  audit?.close();
  await folder.remove();
});

describe('an audit log', () => {
  it('has one line a record, with its origin, and nothing that is not known', () => {
    const { within, note, record } = open();

    within({ transport: 'http', address: '10.0.0.1', correlationId: 'r1' }, () => {
      note({ principal: 'ada' });
      record({ event: AuditEvent.tasksListed, outcome: 'done' });
    });
    record({ event: AuditEvent.taskCancelled, outcome: 'begun', principal: 'bob', taskId: 't' });

    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(readLines()).toStrictEqual([
      {
        time,
        event: 'tasks.listed',
        outcome: 'done',
        principal: 'ada',
        address: '10.0.0.1',
        transport: 'http',
        correlationId: 'r1',
      },
      { time, event: 'task.cancelled', outcome: 'begun', principal: 'bob', taskId: 't' },
    ]);
  });

  it('keeps requests apart that are served at the same time', async () => {
    const { within, record } = open();
    const serve = async (principal: string): Promise<void> =>
      within({ principal }, async () => {
        await Promise.resolve();
        record({ event: AuditEvent.tasksListed, outcome: 'done' });
      });

    await Promise.all([serve('ada'), serve('bob')]);

    expect(readLines().map(({ principal }) => principal)).toStrictEqual(['ada', 'bob']);
  });

  it('writes once in a request what is asked for again', () => {
    const { within, recordOnce } = open();
    const ended = { event: AuditEvent.outcomeRead, outcome: 'done' } as const;

    for (const correlationId of ['one', 'two']) {
      within({ correlationId }, () => {
        for (const taskId of ['a', 'a', 'b']) recordOnce({ ...ended, taskId });
      });
    }

    expect(readLines().map(({ correlationId, taskId }) => [correlationId, taskId])).toStrictEqual([
      ['one', 'a'],
      ['one', 'b'],
      ['two', 'a'],
      ['two', 'b'],
    ]);
  });

  it('cuts what clients choose, and keeps it on one line', () => {
    open().record({
      event: AuditEvent.callRefused,
      outcome: 'refused',
      tool: `a\n{"event":"forged"}${'x'.repeat(5_000)}`,
    });

    const [line] = readLines();

    expect(readLines()).toHaveLength(1);
    expect(String(line?.['tool']).length).toBeLessThanOrEqual(256);
  });

  it('is readable by its owner alone', () => {
    open();

    expect(statSync(`${folder.path}/audit.log`).mode & 0o777).toBe(0o600);
  });

  it('goes on at the beginning of a file that a rotation has copied and emptied', () => {
    const { record } = open();
    const listed = { event: AuditEvent.tasksListed, outcome: 'done' } as const;

    record({ ...listed, principal: 'before' });
    truncateSync(`${folder.path}/audit.log`);
    record({ ...listed, principal: 'after' });

    expect(readLines().map(({ principal }) => principal)).toStrictEqual(['after']);
  });

  it('says at the start that its file cannot be opened', () => {
    expect(() => open(`${folder.path}/nowhere/audit.log`)).toThrow(
      /^The audit log .*nowhere\/audit\.log cannot be opened \(ENOENT\)\.$/,
    );
  });
});
